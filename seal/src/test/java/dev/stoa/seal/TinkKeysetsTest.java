package dev.stoa.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.VerificationException;
import dev.stoa.counsel.seal.Keysets;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TinkKeysetsTest {
    /** The key 00..1f with the id 168496141. */
    static final String KEYSET = """
            {"primaryKeyId":168496141,"key":[{"keyData":{"typeUrl":"type.googleapis.com/google.crypto.tink.AesGcmKey",\
            "value":"GiAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHw==","keyMaterialType":"SYMMETRIC"},\
            "status":"ENABLED","keyId":168496141,"outputPrefixType":"TINK"}]}""";

    /** The key 00..1f. */
    static final String INDEX_KEYSET = """
            {"primaryKeyId":7,"key":[{"keyData":{"typeUrl":"type.googleapis.com/google.crypto.tink.HmacPrfKey",\
            "value":"EgIIAxogAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=","keyMaterialType":"SYMMETRIC"},\
            "status":"ENABLED","keyId":7,"outputPrefixType":"RAW"}]}""";

    private static final String SEALED = "AQoLDA0AAQIDBAUGBwgJCgsvZ7p3qiQd9F+Rdy8Wil1zt5FgC4s=";
    private static final long KEY = 168_496_141;

    @TempDir
    Path folder;

    private Seal known() {
        return Keysets.of(
                        Optional.of("env:MAIN"),
                        Optional.of("env:INDEX"),
                        folder,
                        Map.of("MAIN", KEYSET, "INDEX", INDEX_KEYSET))
                .seal();
    }

    @Test
    void theKnownValueOpens() {
        assertThat(known().open(SealedColumn.CONTENT, "m1", "c1", SEALED, KEY)).isEqualTo("hello");
    }

    @Test
    void theKnownValueIsWhatAnotherImplementationMakesOfTheSameKeyNonceAndPlace() throws Exception {
        byte[] key = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
        byte[] nonce = HexFormat.of().parseHex("000102030405060708090a0b");
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
        cipher.updateAAD("stoa.seal.v1\nmessages\ncontent\nm1\nc1".getBytes(UTF_8));
        String sealed = "010a0b0c0d" + HexFormat.of().formatHex(nonce)
                + HexFormat.of().formatHex(cipher.doFinal("hello".getBytes(UTF_8)));
        assertThat(Base64.getEncoder().encodeToString(HexFormat.of().parseHex(sealed)))
                .isEqualTo(SEALED);
    }

    @Test
    void theKnownWordOfTheIndex() {
        assertThat(known().token("replica")).isEqualTo("h:4e37cd28fceb0a14de68d86cb8ea3803");
        assertThat(Seal.plain().token("replica")).isEqualTo("replica");
        assertThat(known().digest("subject", "replica".getBytes(UTF_8)))
                .hasSize(64)
                .isNotEqualTo(known().digest("term", "replica".getBytes(UTF_8)));
    }

    @Test
    void whatIsSealedHasItsKeyInItAndOpensInItsPlaceAlone() {
        Seal seal = known();
        Seal.RowSeal row = seal.row();
        assertThat(row.keyId()).isEqualTo(KEY);
        String sealed = row.text(SealedColumn.CONTENT, "m1", "c1", "grüße");
        assertThat(sealed).isNotEqualTo(row.text(SealedColumn.CONTENT, "m1", "c1", "grüße"));
        assertThat(Base64.getDecoder().decode(sealed))
                .startsWith(1, 10, 11, 12, 13)
                .hasSize(1 + 4 + 12 + 7 + 16);
        assertThat(seal.open(SealedColumn.CONTENT, "m1", "c1", sealed, KEY)).isEqualTo("grüße");

        broken(() -> seal.open(SealedColumn.CONTENT, "m2", "c1", sealed, KEY), "messages.content of row m2");
        broken(() -> seal.open(SealedColumn.CONTENT, "m1", "c2", sealed, KEY), "messages.content of row m1");
        broken(() -> seal.open(SealedColumn.BACKUP, "m1", "c1", sealed, KEY), "context_backups.backup_text of row m1");
        broken(() -> seal.open(SealedColumn.CONTENT, "m1", "c1", sealed, KEY + 1), "with key 168496142");
        broken(() -> seal.open(SealedColumn.CONTENT, "m1", "c1", "hello", KEY), "messages.content of row m1");
        broken(() -> seal.open(SealedColumn.CONTENT, "m1", "c1", "", KEY), "messages.content of row m1");
        broken(() -> Seal.plain().open(SealedColumn.CONTENT, "m1", "c1", sealed, KEY), "messages.content of row m1");
        byte[] raw = row.bytes(SealedColumn.EMBEDDING, "x1", "", new byte[] {1, 2});
        assertThat(seal.open(SealedColumn.EMBEDDING, "x1", "", raw, KEY)).containsExactly(1, 2);
        raw[raw.length - 1] ^= 1;
        broken(() -> seal.open(SealedColumn.EMBEDDING, "x1", "", raw, KEY), "corrections.embedding of row x1");
    }

    private static void broken(ThrowingCallable call, String names) {
        assertThatThrownBy(call)
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining(names)
                .extracting(e -> ((StoaException) e).code())
                .isEqualTo("seal_broken");
    }

    @Test
    void aRowWithoutAKeyIsPlainAlsoInASealedArchive() {
        assertThat(known().open(SealedColumn.CONTENT, "m1", "c1", "hello", null))
                .isEqualTo("hello");
    }

    private Keysets files() {
        return Keysets.of(Optional.of("file:a/seal.json"), Optional.of("file:b/index.json"), folder, Map.of());
    }

    @Test
    void keysAreMadeForTheirOwnerAloneAndNeverOverwritten() throws IOException {
        Keysets keysets = files();
        keysets.create();
        for (String name : List.of("a/seal.json", "b/index.json")) {
            assertThat(Files.getPosixFilePermissions(folder.resolve(name)))
                    .as(name)
                    .hasSize(2);
        }
        String before = Files.readString(folder.resolve("a/seal.json"));
        assertThatThrownBy(keysets::create)
                .isInstanceOf(ConflictException.class)
                .hasMessageStartingWith("there is a file ");
        assertThat(folder.resolve("a/seal.json")).hasContent(before);
        Files.delete(folder.resolve("a/seal.json"));
        assertThatThrownBy(keysets::create).hasMessageContaining("b/index.json already");
        assertThat(folder.resolve("a/seal.json")).as("both or none").doesNotExist();
    }

    @Test
    void whatWasSealedUnderAnOldKeyOpensAfterARotationWhichAnotherProcessNotices() {
        Keysets keysets = files();
        keysets.create();
        Seal here = keysets.seal();
        Seal elsewhere = files().seal();
        String old = here.row().text(SealedColumn.TITLE, "c1", "", "old");
        long first = Objects.requireNonNull(here.row().keyId());

        long second = keysets.rotate();
        here.refresh();
        assertThat(here.row().keyId()).isEqualTo(second).isNotEqualTo(first);
        assertThat(here.open(SealedColumn.TITLE, "c1", "", old, first)).isEqualTo("old");
        String later = here.row().text(SealedColumn.TITLE, "c1", "", "later");
        assertThat(elsewhere.row().keyId()).isEqualTo(first);
        assertThat(elsewhere.open(SealedColumn.TITLE, "c1", "", later, second)).isEqualTo("later");
        assertThat(keysets.ids()).containsExactly(second, first);

        keysets.retire(first);
        assertThat(keysets.ids()).containsExactly(second);
        broken(() -> files().seal().open(SealedColumn.TITLE, "c1", "", old, first), "conversations.title of row c1");
    }

    @Test
    void aMissingKeysetIsNamedAndNothingIsMadeOfIt() {
        refused(() -> files().seal(), folder.resolve("a/seal.json") + ", does not exist");
        refused(
                () -> Keysets.of(Optional.of("env:NOWHERE"), Optional.of("env:X"), folder, Map.of())
                        .seal(),
                "environment variable NOWHERE, is not set");
        refused(
                () -> Keysets.of(Optional.of("env:MAIN"), Optional.empty(), folder, Map.of("MAIN", KEYSET))
                        .seal(),
                "encryption.index_keyset is not set");
        assertThatThrownBy(() -> Keysets.of(Optional.of("vault:x"), Optional.empty(), folder, Map.of()))
                .hasMessageContaining("is neither file:PATH nor env:NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "", "secret-material", "{\"primaryKeyId\":1,\"key\":[]}", "[1]", "INDEX"})
    void aMalformedKeysetIsRefusedWithoutAWordOfIt(String text) {
        String keyset = text.equals("INDEX") ? INDEX_KEYSET : text.isEmpty() ? " " : text;
        assertThatThrownBy(() -> Keysets.of(
                                Optional.of("env:MAIN"),
                                Optional.of("env:INDEX"),
                                folder,
                                Map.of("MAIN", keyset, "INDEX", INDEX_KEYSET))
                        .seal())
                .isInstanceOf(ConflictException.class)
                .hasMessageStartingWith("the keyset of encryption.keyset, environment variable MAIN, is n")
                .satisfies(e -> assertThat(((StoaException) e).code()).isEqualTo("key_missing"))
                .hasNoCause()
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).doesNotContain("material"));
        refused(
                () -> Keysets.of(Optional.of("env:MAIN"), Optional.of("env:MAIN"), folder, Map.of("MAIN", KEYSET))
                        .seal(),
                "is no Tink keyset of HMAC-SHA256 PRF keys");
    }

    private static void refused(ThrowingCallable call, String words) {
        assertThatThrownBy(call)
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining(words)
                .extracting(e -> ((StoaException) e).code())
                .isEqualTo("key_missing");
    }
}
