package dev.stoa.docs.broken.crowded;

record Member01() {}

record Member02() {}

record Member03() {}

record Member04() {}

record Member05() {}

record Member06() {}

record Member07() {}

record Member08() {}

record Member09() {}

record Member10() {}

record Member11() {}

record Member12() {}

record Member13() {}

record Member14() {}

record Member15() {}

record Member16() {}

record Member17() {}

record Member18() {}

record Member19() {}

record Member20() {}

record Member21() {}

record Member22() {}

record Member23() {}

record Member24() {}

record Member25() {}

record Member26() {}

record Member27() {}

record Member28() {}

record Member29() {}

record Member30() {}

record Member31() {}

record Member32() {}

record Member33() {}

record Member34() {}

record Member35() {}

record Member36() {}

record Member37() {}

record Member38() {}

record Member39() {}

record Member40() {}

record Member41() {}
