/** Storage, search and the five wings. */
module dev.stoa.core {
    requires transitive java.sql;
    requires transitive org.jspecify;
    requires com.zaxxer.hikari;
    requires io.github.javadiffutils;
    requires org.apache.pdfbox;
    requires org.jsoup;
    requires org.postgresql.jdbc;
    requires org.slf4j;
    requires org.tomlj;
    requires org.xerial.sqlitejdbc;
    requires tools.jackson.core;

    exports dev.stoa;
    exports dev.stoa.base;
    exports dev.stoa.config;
    exports dev.stoa.counsel;
    exports dev.stoa.debate;
    exports dev.stoa.debate.rules;
    exports dev.stoa.evolution;
    exports dev.stoa.json;
    exports dev.stoa.learning.breaker;
    exports dev.stoa.learning.consensus;
    exports dev.stoa.learning.critique;
    exports dev.stoa.learning.evidence;
    exports dev.stoa.learning.memory;
    exports dev.stoa.learning.rating;
    exports dev.stoa.search;
    exports dev.stoa.society;
    exports dev.stoa.storage;

    uses dev.stoa.config.ModuleSource;
    uses dev.stoa.learning.consensus.ProverProgram;
    uses dev.stoa.search.SentenceModelProvider;
    uses org.slf4j.spi.SLF4JServiceProvider;
}
