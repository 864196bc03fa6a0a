package dev.stoa.cli;

import dev.stoa.search.vector.SentenceModelProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * The native libraries of SQLite and of the sentence model, and the model itself, unpacked in a folder beside the jar.
 * Stateless.
 *
 * <p>Without it each process unpacks them from the jar into the temporary folder and deletes them at its end, which
 * takes a short command longer than its work. The launcher has them unpacked once for each jar.
 */
final class NativeLibraries {
    /** The property by which the launcher names the folder. */
    static final String FOLDER = "stoa.natives";

    private static final Logger LOG = LoggerFactory.getLogger(NativeLibraries.class);

    private NativeLibraries() {}

    /** Unpacks those of this platform; what the jar has not for it is left out. */
    static void unpack(Path folder) throws IOException {
        Files.createDirectories(folder);
        copy(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName(), folder);
        for (String model : model()) {
            copy("/ai/onnxruntime/native/" + platform() + "/" + model, folder);
        }
    }

    /** Lets the libraries be loaded from the folder of this process, if it has one; before either of them is used. */
    static void use() {
        String named = System.getProperty(FOLDER);
        if (named == null) {
            return;
        }
        Path folder = Path.of(named);
        if (Files.exists(folder.resolve(LibraryLoaderUtil.getNativeLibName()))) {
            System.setProperty("org.sqlite.lib.path", named);
        }
        if (model().stream().allMatch(library -> Files.exists(folder.resolve(library)))) {
            System.setProperty("onnxruntime.native.path", named);
        }
    }

    /** Unpacks the model, whose libraries must be in use; without them it is left out. */
    static void unpackModel(Path folder) {
        for (SentenceModelProvider provider : ServiceLoader.load(SentenceModelProvider.class)) {
            try {
                provider.unpack(folder);
            } catch (RuntimeException | LinkageError e) {
                LOG.debug("the model {} is not unpacked", provider.modelId(), e);
            }
        }
    }

    private static List<String> model() {
        return List.of(System.mapLibraryName("onnxruntime"), System.mapLibraryName("onnxruntime4j_jni"));
    }

    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch");
        return (os.contains("mac") ? "osx" : os.contains("win") ? "win" : "linux")
                + (arch.equals("aarch64") ? "-aarch64" : "-x64");
    }

    private static void copy(String resource, Path folder) throws IOException {
        try (@Nullable InputStream in = NativeLibraries.class.getResourceAsStream(resource)) {
            if (in != null) {
                Files.copy(in, folder.resolve(resource.substring(resource.lastIndexOf('/') + 1)));
            }
        }
    }
}
