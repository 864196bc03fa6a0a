package dev.stoa.counsel.seal;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The two keysets of an archive: where they are, and how they are made, read and changed. Thread-safe.
 *
 * <p>Hazard: without the keysets nothing sealed can be read again. No backup holds them.
 */
public final class Keysets {
    private static final String MISSING_MODULE =
            "the module stoa-seal is missing, which seals and opens texts; add dev.stoa:stoa-seal to the class path";

    private final boolean configured;
    private final @Nullable KeysetSource sealing;
    private final @Nullable KeysetSource index;
    private final Path directory;

    private Keysets(boolean configured, @Nullable KeysetSource sealing, @Nullable KeysetSource index, Path directory) {
        this.configured = configured;
        this.sealing = sealing;
        this.index = index;
        this.directory = directory;
    }

    /** No keysets: an archive that is plain, or does not open. */
    public static Keysets none() {
        return new Keysets(false, null, null, Path.of(""));
    }

    /**
     * The keysets that the settings name.
     *
     * @param keyset the value of {@link SealSettings#KEYSET}
     * @param indexKeyset the value of {@link SealSettings#INDEX_KEYSET}
     * @param directory the data directory, below which relative paths are
     * @param environment the variables of the process
     */
    public static Keysets of(
            Optional<String> keyset, Optional<String> indexKeyset, Path directory, Map<String, String> environment) {
        return new Keysets(
                keyset.isPresent() || indexKeyset.isPresent(),
                keyset.map(text -> KeysetSource.of(SealSettings.KEYSET.key(), text, directory, environment))
                        .orElse(null),
                indexKeyset
                        .map(text -> KeysetSource.of(SealSettings.INDEX_KEYSET.key(), text, directory, environment))
                        .orElse(null),
                directory);
    }

    /** Whether the settings name keysets. */
    public boolean configured() {
        return configured;
    }

    /**
     * How texts are stored under these keysets; plain without them.
     *
     * @throws ConflictException with the code {@code key_missing} if a keyset is missing or cannot be used
     */
    public Seal seal() {
        return configured ? new KeyedSeal(this) : Seal.plain();
    }

    /** The keys of both keysets as they are now. */
    record Loaded(String text, SealingKeys sealing, IndexKey index) {}

    Loaded load() {
        String text = source(sealing, SealSettings.KEYSET.key()).read();
        String indexText = source(index, SealSettings.INDEX_KEYSET.key()).read();
        KeysetLibrary library = library();
        return new Loaded(text + "\n" + indexText, sealing(library, text), index(library, indexText));
    }

    /** Whether the keysets are other than those that were loaded. */
    boolean changed(Loaded before) {
        return !before.text()
                .equals(source(sealing, SealSettings.KEYSET.key()).read() + "\n"
                        + source(index, SealSettings.INDEX_KEYSET.key()).read());
    }

    private static KeysetSource source(@Nullable KeysetSource source, String setting) {
        if (source == null) {
            throw KeysetSource.missing(
                    setting + " is not set, and the other keyset is",
                    "set both, encryption.keyset and encryption.index_keyset",
                    null);
        }
        return source;
    }

    private SealingKeys sealing(KeysetLibrary library, String text) {
        try {
            return library.sealing(text);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw malformed(SealSettings.KEYSET.key(), sealing, "AES-256-GCM");
        }
    }

    private IndexKey index(KeysetLibrary library, String text) {
        try {
            return library.index(text);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw malformed(SealSettings.INDEX_KEYSET.key(), index, "HMAC-SHA256 PRF");
        }
    }

    /** Without the words of the library, which may quote a part of the keyset, and so without the cause. */
    private static RuntimeException malformed(String setting, @Nullable KeysetSource source, String kind) {
        return KeysetSource.missing(
                "the keyset of " + setting + ", " + source(source, setting).shown() + ", is no Tink keyset of " + kind
                        + " keys",
                "put it back from where you keep it; without it nothing sealed can be read",
                null);
    }

    private static KeysetLibrary library() {
        return ServiceLoader.load(KeysetLibrary.class, Keysets.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new UnavailableException("missing_module", MISSING_MODULE, null));
    }

    /** The files that were made, and the settings that name them. */
    public record Created(Path keyset, Path indexKeyset, boolean configured) {}

    /** Makes both keysets in files that must not exist: those the settings name, else two in the data directory. */
    public Created create() {
        KeysetSource.InFile main = file(sealing, SealSettings.KEYSET.key(), "keys/seal.json");
        KeysetSource.InFile second = file(index, SealSettings.INDEX_KEYSET.key(), "keys/index.json");
        KeysetLibrary library = library();
        try {
            String keyset = library.newSealingKeyset();
            String indexKeyset = library.newIndexKeyset();
            // Both or none: a keyset without the other would be in the way of the next attempt.
            main.refuseIfThere();
            second.refuseIfThere();
            main.create(keyset);
            second.create(indexKeyset);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a new keyset could not be made", e);
        }
        return new Created(main.file(), second.file(), configured);
    }

    private KeysetSource.InFile file(@Nullable KeysetSource source, String setting, String standard) {
        return switch (source) {
            case null -> new KeysetSource.InFile(setting, directory.resolve(standard));
            case KeysetSource.InFile file -> file;
            case KeysetSource.InVariable variable ->
                throw new ConflictException(
                        "key_in_environment",
                        setting + " names environment variable " + variable.name() + ", which is not changed from here",
                        "name a file in the setting, or make the keyset elsewhere and set the variable");
        };
    }

    /** Every key for sealing as it is stored now, with the one under which is sealed first. */
    public List<Long> ids() {
        SealingKeys keys = load().sealing();
        return Stream.concat(Stream.of(keys.primary()), keys.ids().stream().filter(id -> id != keys.primary()))
                .toList();
    }

    /** Adds a key, under which is sealed from now on; its id. */
    public long rotate() {
        return change((library, text) -> library.rotated(text)).primary();
    }

    /** Takes a key out of the keyset. What is sealed under it could not be read again: nothing may be. */
    public void retire(long keyId) {
        change((library, text) -> library.without(text, keyId));
    }

    /** Adds a key of the index, which is the one from now on. The one before stays until the next is added. */
    public void rotateIndex() {
        KeysetSource.InFile file = file(index, SealSettings.INDEX_KEYSET.key(), "keys/index.json");
        String before = file.read();
        try {
            file.replace(library().indexRotated(before));
        } catch (GeneralSecurityException e) {
            throw malformed(SealSettings.INDEX_KEYSET.key(), file, "HMAC-SHA256 PRF");
        }
    }

    @FunctionalInterface
    private interface Change {
        String apply(KeysetLibrary library, String keyset) throws GeneralSecurityException;
    }

    private SealingKeys change(Change change) {
        KeysetSource.InFile file = file(sealing, SealSettings.KEYSET.key(), "keys/seal.json");
        KeysetLibrary library = library();
        String before = file.read();
        sealing(library, before);
        try {
            String after = change.apply(library, before);
            SealingKeys keys = library.sealing(after);
            file.replace(after);
            return keys;
        } catch (GeneralSecurityException e) {
            throw malformed(SealSettings.KEYSET.key(), file, "AES-256-GCM");
        }
    }
}
