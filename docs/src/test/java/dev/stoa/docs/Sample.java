package dev.stoa.docs;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/**
 * A Java block of a document, compiled. Immutable. A block without a class is put into a method of one, with the
 * imports of {@code java.util}, {@code java.time} and {@code java.nio.file}; what else it uses it must import itself.
 */
record Sample(Path folder, String mainClass) {
    private static final Pattern MAIN_CLASS = Pattern.compile("class\\s+(\\w+)(?=[\\s\\S]*static\\s+void\\s+main)");

    /** Compiles a block into a folder, or throws with what the compiler says. */
    static Sample compile(Block block, Path folder) throws IOException {
        String text = block.text();
        Matcher named = MAIN_CLASS.matcher(text);
        String name = named.find() ? named.group(1) : "Sample";
        Path source = Files.createDirectories(folder).resolve(name + ".java");
        Files.writeString(source, named.hasMatch() ? text : wrapped(block.lines()));
        var messages = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            // Deprecated API is not for documents.
            List<String> options = List.of(
                    "--release",
                    "21",
                    "-proc:none",
                    "-Xlint:deprecation",
                    "-Werror",
                    "-cp",
                    classPath(),
                    "-d",
                    folder.toString());
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            if (!compiled) {
                throw new IllegalArgumentException("the Java block does not compile:\n" + messages);
            }
        }
        return new Sample(folder, name);
    }

    /** The shell command that runs it, in whatever folder the shell is. */
    String command() {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        return "'%s' %s -ea --enable-native-access=ALL-UNNAMED -cp '%s:%s' %s"
                .formatted(java, Document.SHORT_LIFE, folder, classPath(), mainClass);
    }

    private static String wrapped(List<String> lines) {
        String imports = lines.stream().filter(Sample::isImport).collect(Collectors.joining("\n"));
        String body = lines.stream().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
        return """
                import java.nio.file.*;
                import java.time.*;
                import java.util.*;
                %s
                final class Sample {
                    public static void main(String[] args) throws Exception {
                %s
                    }
                }
                """.formatted(imports, body);
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }
}
