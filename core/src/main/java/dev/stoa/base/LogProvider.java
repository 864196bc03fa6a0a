package dev.stoa.base;

import java.util.ServiceLoader;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/** What SLF4J does where a program has no log provider. Stateless, safe from any thread. */
public final class LogProvider {
    private static final String VERBOSITY = "slf4j.internal.verbosity";

    private LogProvider() {}

    /**
     * Lets a program without a log provider log nothing, and hear nothing about it. SLF4J would write three lines to
     * standard error as soon as a database driver asks for a logger, and a library may not write there. It has no other
     * way to be told than a system property, which is set for the moment in which SLF4J reads it. A program that has a
     * provider, or has set the property, keeps what it has.
     */
    public static void mayBeMissing() {
        if (System.getProperty(VERBOSITY) != null
                || System.getProperty(LoggerFactory.PROVIDER_PROPERTY_KEY) != null
                || ServiceLoader.load(SLF4JServiceProvider.class, LoggerFactory.class.getClassLoader()).stream()
                        .findAny()
                        .isPresent()) {
            return;
        }
        System.setProperty(VERBOSITY, "ERROR");
        try {
            LoggerFactory.getILoggerFactory();
        } finally {
            System.clearProperty(VERBOSITY);
        }
    }
}
