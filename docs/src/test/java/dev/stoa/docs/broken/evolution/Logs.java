package dev.stoa.docs.broken.evolution;

import java.util.logging.Logger;

record Logs(Logger logger) {}
