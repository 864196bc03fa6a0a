package dev.stoa.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The verb {@code version}: which Stoa this is and what it runs on. Used by one thread. */
@Command(name = "version", description = "Print the version of Stoa, of Java and the platform.")
final class VersionCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Override
    public void run() {
        String version = ofThisProgram();
        String java = System.getProperty("java.version");
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch");
        var out = spec.commandLine().getOut();
        if (!json) {
            out.println("stoa %s (Java %s, %s %s)".formatted(version, java, os, arch));
            return;
        }
        try (JsonGenerator document = new JsonFactory().createGenerator(ObjectWriteContext.empty(), out)) {
            document.writeStartObject();
            document.writeStringProperty("version", version);
            document.writeStringProperty("java", java);
            document.writeStringProperty("os", os);
            document.writeStringProperty("arch", arch);
            document.writeEndObject();
            document.writeRaw('\n');
        }
    }

    /** The version the build wrote beside this class; it is there when run from classes as well as from the jar. */
    private static String ofThisProgram() {
        try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
            var properties = new Properties();
            properties.load(Objects.requireNonNull(in, "version.properties is not in the jar"));
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
