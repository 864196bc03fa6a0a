package dev.stoa.counsel.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.conversation.Conversation;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.foreign.AuaOptions;
import dev.stoa.counsel.foreign.OldAua;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.counsel.keyword.SearchHit;
import dev.stoa.counsel.seal.Keysets;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.foreign.ForeignFile;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Remains;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class KeysTest {
    private static final Principal ME = Principal.local();
    private static final String SECRET = "Zwiebelkuchen";
    private static final String PLAIN_LEFT =
            "plain text from before the archive was sealed may still be in it; seal the rows again";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private SealedFixture fixture;

    @BeforeEach
    void open() {
        fixture = new SealedFixture(dialect, folder);
    }

    @AfterEach
    void close() {
        fixture.place.closeArchives();
        assertThat(fixture.place.examine(CounselArchive.SCHEMA, true).findings().stream()
                        .filter(Checkup.Finding::damage)
                        .map(Checkup.Finding::message))
                .isEmpty();
        fixture.close();
    }

    private Stoa sealed() {
        if (Files.notExists(folder.resolve("keys/seal.json"))) {
            try (Stoa stoa = fixture.sealed("keys")) {
                stoa.counsel().keys().create(ME);
            }
        }
        return fixture.sealed("keys");
    }

    private static String say(Stoa stoa, String title, String text) {
        Conversation made = stoa.counsel().conversations().create(ME, new ConversationDraft(title, null));
        stoa.counsel().messages().append(ME, MessageDraft.of(made.conversationId(), MessageRole.USER, text));
        return made.conversationId();
    }

    private static List<String> said(Stoa stoa, String conversation) {
        return stoa.counsel().messages().page(ME, conversation, MessageRequest.newest(500)).items().stream()
                .map(Message::content)
                .toList();
    }

    private static void refused(ThrowingCallable call, String code, String words) {
        assertThatThrownBy(call)
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining(words)
                .extracting(e -> ((StoaException) e).code())
                .isEqualTo(code);
    }

    @Test
    void whatIsWrittenUnderKeysIsReadUnderThemAndIsNotInTheArchiveAsItIs() {
        try (Stoa stoa = sealed()) {
            String id = say(stoa, SECRET + " one", SECRET + " with onions");
            assertThat(said(stoa, id)).containsExactly(SECRET + " with onions");
            Archive archive = fixture.archive();
            assertThat(archive.one("SELECT content FROM messages", row -> row.text(1))
                            .orElseThrow())
                    .startsWith("A")
                    .doesNotContain(SECRET);
            assertThat(archive.one("SELECT title FROM conversations", row -> row.text(1))
                            .orElseThrow())
                    .doesNotContain(SECRET);
            KeyUse use = stoa.counsel().keys().list(ME);
            assertThat(use.plain()).isZero();
            assertThat(use.missing()).isEmpty();
            assertThat(use.keys()).singleElement().satisfies(key -> {
                assertThat(key.primary()).isTrue();
                assertThat(key.rows()).isGreaterThanOrEqualTo(2);
            });
        }
    }

    @Test
    void aSealedArchiveDoesNotOpenWithoutItsKeys() {
        try (Stoa stoa = sealed()) {
            say(stoa, "t", SECRET);
        }
        try (Stoa stoa = fixture.plain()) {
            refused(() -> stoa.counsel().conversations(), "archive_sealed", "the archive is sealed");
            refused(() -> stoa.counsel().tokens(), "archive_sealed", "the archive is sealed");
        }
        try (Stoa stoa = fixture.sealed("nowhere")) {
            refused(() -> stoa.counsel().conversations(), "key_missing", "nowhere/seal.json, does not exist");
        }
    }

    @Test
    void nothingIsCreatedWhenAKeysetIsMissing() throws IOException {
        Assumptions.assumeTrue(dialect == Dialect.SQLITE, "a database that a server has is there already");
        Files.delete(folder.resolve("aua.db"));
        try (Stoa stoa = fixture.sealed("nowhere")) {
            refused(() -> stoa.counsel().conversations(), "key_missing", "does not exist");
            refused(() -> stoa.counsel().audit(), "key_missing", "does not exist");
        }
        assertThat(folder.resolve("aua.db")).doesNotExist();
    }

    @Test
    void anotherKeyOpensNothingAndShowsNoCiphertext() {
        String id;
        try (Stoa stoa = sealed()) {
            id = say(stoa, "t", SECRET);
        }
        try (Stoa other = fixture.sealed("other")) {
            refused(() -> other.counsel().keys().create(ME), "archive_sealed", "new ones would not open it");
        }
        // Its index key is right, its sealing key is not.
        Keysets wrong =
                Keysets.of(Optional.of("file:wrong/seal.json"), Optional.of("file:wrong/index.json"), folder, Map.of());
        wrong.create();
        try {
            Files.copy(
                    folder.resolve("keys/index.json"),
                    folder.resolve("wrong/index.json"),
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Stoa stoa = fixture.sealed("wrong")) {
            refused(() -> stoa.counsel().conversations(), "key_missing", "it has no key ");
        }
        // Also where the archive does not say which keyset is its own.
        fixture.archive().write(tx -> tx.update("DELETE FROM counsel_meta WHERE key = 'seal_key'"));
        try (Stoa stoa = fixture.sealed("wrong")) {
            assertThatThrownBy(() -> said(stoa, id))
                    .isInstanceOf(VerificationException.class)
                    .hasMessageMatching("messages\\.content of row [0-9a-f-]+ does not open with key [0-9]+");
        }
    }

    @Test
    void aValueThatWasMovedToAnotherRowDoesNotOpen() {
        try (Stoa stoa = sealed()) {
            String one = say(stoa, "t", "first");
            String two = say(stoa, "t", "second");
            fixture.archive()
                    .write(tx -> tx.update(
                            "UPDATE messages SET content = (SELECT content FROM messages WHERE conversation_id = ?)"
                                    + " WHERE conversation_id = ?",
                            one,
                            two));
            assertThat(said(stoa, one)).containsExactly("first");
            assertThatThrownBy(() -> said(stoa, two)).isInstanceOf(VerificationException.class);
        }
    }

    @Test
    void turningSealingOnSealsTheOldRowsAndLeavesNoClearWordInAnyFile() {
        String id;
        String tail;
        try (Stoa stoa = fixture.plain()) {
            id = say(stoa, SECRET + " title", SECRET + " text");
            assertThat(found(stoa, SECRET)).containsExactly(id);
            tail = tail(id);
        }
        try (Stoa stoa = sealed()) {
            assertThat(said(stoa, id)).containsExactly(SECRET + " text");
            assertThat(stoa.counsel().keys().list(ME).plain()).isGreaterThanOrEqualTo(2);
            ResealReport report = stoa.counsel().keys().reseal(ME);
            assertThat(report.sealed()).containsEntry("messages", 1L).containsEntry("conversations", 1L);
            assertThat(report.broken()).isZero();
            assertThat(stoa.counsel().keys().list(ME).plain()).isZero();
            assertThat(said(stoa, id)).containsExactly(SECRET + " text");
            assertThat(tail(id)).isNotEqualTo(tail).hasSize(64);
            assertThat(found(stoa, "zwiebel")).as("by how it begins").containsExactly(id);
            assertThat(found(stoa, "wiebel")).isEmpty();
            assertThat(stoa.counsel().keys().reseal(ME).rows()).isZero();
        }
        assertThat(fixture.archive().list("SELECT DISTINCT keyword FROM message_keywords", row -> row.text(1)))
                .isNotEmpty()
                .allMatch(word -> word.matches("h:[0-9a-f]{32}"));
        fixture.place.closeArchives();
        noClearWord();
    }

    @Test
    void aWordThatCameWithALaterMessageIsFoundByHowItBegins() {
        try (Stoa stoa = sealed()) {
            String first = say(stoa, "one", "parsley");
            assertThat(found(stoa, "parsley")).containsExactly(first);
            String second = say(stoa, "two", "parsley with zwiebelkuchen");
            assertThat(found(stoa, "parsley")).containsExactlyInAnyOrder(first, second);
            assertThat(found(stoa, "zwiebel")).containsExactly(second);
        }
    }

    private static List<String> found(Stoa stoa, String words) {
        return stoa.counsel().keywords().search(ME, KeywordSearch.of(words)).items().stream()
                .map(SearchHit::conversationId)
                .toList();
    }

    private String tail(String id) {
        return fixture.archive()
                .one("SELECT tail_hash FROM conversations WHERE conversation_id = ?", row -> row.text(1), id)
                .orElseThrow();
    }

    private void noClearWord() {
        Archive archive = fixture.archive();
        assertThat(Remains.of(SECRET, dialect, folder, archive)).isEmpty();
        if (dialect == Dialect.POSTGRES) {
            assertThat(Remains.inServerFiles(SECRET, archive)).isEmpty();
        }
    }

    @Test
    void aReaderOfThePlainRowsDelaysTheirRemovalAndTheNextSealingFinishesIt() throws Exception {
        try (Stoa stoa = fixture.plain()) {
            String id = say(stoa, SECRET + " title", SECRET + " text");
            assertThat(found(stoa, SECRET)).containsExactly(id);
        }
        sealed().close();
        try (Stoa stoa = fixture.impatient("keys")) {
            Archive reader = fixture.archive();
            CountDownLatch reading = new CountDownLatch(1);
            CountDownLatch sealed = new CountDownLatch(1);
            CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> reader.read(tx -> {
                tx.number("SELECT count(*) FROM messages");
                reading.countDown();
                return await(sealed) ? 1 : 0;
            }));
            await(reading);
            assertThat(stoa.counsel().keys().reseal(ME).cleaned()).isFalse();
            assertThat(unfinished()).as("noted for a process that comes later").isEqualTo(1);
            assertThat(notices()).contains(PLAIN_LEFT);
            sealed.countDown();
            other.get();
            assertThat(stoa.counsel().keys().reseal(ME).cleaned()).isTrue();
            assertThat(unfinished()).isZero();
            assertThat(notices()).doesNotContain(PLAIN_LEFT);
        }
        fixture.place.closeArchives();
        noClearWord();
    }

    private List<String> notices() {
        return fixture.place.examine(CounselArchive.SCHEMA, false).findings().stream()
                .map(Checkup.Finding::message)
                .toList();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private long unfinished() {
        return fixture.archive()
                .one("SELECT count(*) FROM counsel_meta WHERE key = 'seal_unfinished'", row -> row.number(1))
                .orElseThrow();
    }

    @Test
    void plainTextInASealedArchiveIsFoundByTheExamination() {
        try (Stoa stoa = sealed()) {
            String id = say(stoa, "t", "text");
            stoa.counsel().keys().reseal(ME);
            Archive archive = fixture.archive();
            List<String> sealed = archive.list("SELECT content FROM messages", row -> row.text(1));
            archive.write(tx -> tx.update("UPDATE messages SET content = ?, key_id = NULL", SECRET));
            assertThat(violations()).anyMatch(found -> found.matches("messages\\.content .* has plain text"));
            archive.write(tx -> tx.update("UPDATE messages SET content = ?, key_id = 7", SECRET));
            assertThat(violations()).anyMatch(found -> found.matches("messages\\.content .* has plain text"));
            long key = stoa.counsel().keys().list(ME).keys().getFirst().keyId();
            archive.write(tx -> tx.update("UPDATE messages SET content = ?, key_id = ?", sealed.getFirst(), key));
            assertThat(said(stoa, id)).containsExactly("text");
        }
    }

    private List<String> violations() {
        return fixture.archive()
                .read(tx -> CounselArchive.SCHEMA.invariants().stream()
                        .flatMap(invariant -> invariant.finder().violations(tx, 20).stream())
                        .toList());
    }

    @Test
    void anImportIntoASealedArchiveLeavesNoClearWordAlsoIfItIsOnlyRehearsed() throws Exception {
        Path file = Files.createDirectories(elsewhere).resolve("old.db");
        try (OldAua old = OldAua.at(file)) {
            old.conversation("c", SECRET + " chat", 100).message("m", "c", "user", "the " + SECRET, 101);
            old.correction("k", SECRET, "a claim of the " + SECRET, 102);
        }
        try (Stoa stoa = sealed()) {
            say(stoa, "t", "text");
            stoa.counsel().keys().reseal(ME);
            for (boolean dryRun : List.of(true, false)) {
                try (ForeignFile old = ForeignFile.open(file)) {
                    stoa.counsel().auaImport().run(ME, old, file, AuaOptions.defaults(), dryRun);
                }
                assertThat(unfinished()).isZero();
                noClearWord();
            }
            assertThat(said(stoa, "c")).containsExactly("the " + SECRET);
            assertThat(found(stoa, "zwiebel")).containsExactly("c");
            noClearWord();
        }
    }

    @Test
    void wordsThatOthersSayAndEraseAreTakenInOneByOne() {
        try (Stoa stoa = sealed();
                Stoa other = sealed()) {
            String id = say(stoa, "t", "kerosene lamp");
            assertThat(found(stoa, "kero")).containsExactly(id);
            String more = say(other, "t", "kerosenes and keroplasty");
            assertThat(found(stoa, "kero")).containsExactly(more, id);
            assertThat(found(stoa, "keropl")).containsExactly(more);
            other.counsel().conversations().erase(ME, more);
            assertThat(found(stoa, "kero")).containsExactly(id);
            String last = say(other, "t", "keroplasty again");
            assertThat(found(stoa, "keropl")).containsExactly(last);
        }
    }

    @Test
    void aKeyIsRetiredForEveryProcessBeforeItLeavesTheKeyset() throws IOException {
        try (Stoa stoa = sealed();
                Stoa elsewhere = sealed()) {
            Keys keys = stoa.counsel().keys();
            String id = say(stoa, "t", "old");
            assertThat(said(elsewhere, id)).containsExactly("old");
            long first = keys.list(ME).keys().getFirst().keyId();
            keys.rotate(ME);
            keys.reseal(ME);
            // What the keyset is written to is taken, as if the process had been killed there.
            Path taken = folder.resolve("keys/seal.json.next/x");
            Files.createDirectories(taken);
            assertThatThrownBy(() -> keys.retire(ME, first)).isInstanceOf(UnavailableException.class);
            elsewhere.counsel().messages().append(ME, MessageDraft.of(id, MessageRole.USER, "new"));
            assertThat(keys.list(ME).keys().getLast()).isEqualTo(new KeyUse.Key(first, false, 0));
            Files.delete(taken);
            keys.retire(ME, first);
            assertThat(keys.list(ME).keys()).hasSize(1);
            assertThat(said(stoa, id)).containsExactly("old", "new");
            assertThat(fixture.archive()
                            .one(
                                    "SELECT count(*) FROM audit_log WHERE event_type = 'key_retire'",
                                    row -> row.number(1)))
                    .contains(1L);
        }
    }

    @Test
    void aProcessThatOpenedThePlainArchiveCannotWriteIntoItOnceItIsSealed() {
        try (Stoa before = fixture.plain()) {
            String id = say(before, "t", "plain");
            try (Stoa stoa = sealed()) {
                say(stoa, "t", SECRET);
            }
            refused(
                    () -> before.counsel().messages().append(ME, MessageDraft.of(id, MessageRole.USER, SECRET)),
                    "archive_sealed",
                    "the archive is sealed");
        }
    }

    @Test
    void keysRotateWhileInUseAndAnOldOneIsRetiredWhenNothingUsesIt() {
        try (Stoa stoa = sealed();
                Stoa elsewhere = sealed()) {
            Keys keys = stoa.counsel().keys();
            String id = say(stoa, "t", "old");
            long first = keys.list(ME).keys().getFirst().keyId();
            // Opened under the first key, and sealing under it until it learns of the second.
            assertThat(said(elsewhere, id)).containsExactly("old");

            long second = keys.rotate(ME);
            assertThat(keys.list(ME).keys()).extracting(KeyUse.Key::keyId).containsExactly(second, first);
            elsewhere
                    .counsel()
                    .messages()
                    .append(ME, MessageDraft.of(id, MessageRole.USER, "under the first key still"));
            stoa.counsel().messages().append(ME, MessageDraft.of(id, MessageRole.USER, "new"));
            refused(() -> keys.retire(ME, first), "key_in_use", "rows are still sealed under key " + first);
            refused(() -> keys.retire(ME, second), "key_in_use", "is the one under which is sealed");
            assertThatThrownBy(() -> keys.retire(ME, 12)).isInstanceOf(NotFoundException.class);

            keys.reseal(ME);
            keys.retire(ME, first);
            assertThat(keys.list(ME).keys())
                    .singleElement()
                    .satisfies(key -> assertThat(key.keyId()).isEqualTo(second));
            elsewhere.counsel().messages().append(ME, MessageDraft.of(id, MessageRole.USER, "after the retirement"));
            assertThat(keys.list(ME).missing()).isEmpty();
            assertThat(said(stoa, id))
                    .containsExactly("old", "under the first key still", "new", "after the retirement");
        }
    }

    @Test
    void moreRowsThanFitIntoOneTransactionAreSealedAgainAndABrokenOneStopsNothing() {
        try (Stoa stoa = sealed()) {
            String id = say(stoa, "t", "0");
            for (int i = 1; i < 620; i++) {
                stoa.counsel().messages().append(ME, MessageDraft.of(id, MessageRole.USER, "" + i));
            }
            fixture.archive()
                    .write(tx -> tx.update(
                            "UPDATE messages SET content = ? WHERE conversation_id = ? AND seq = 3",
                            "AQ" + "A".repeat(42),
                            id));
            stoa.counsel().keys().rotate(ME);
            ResealReport report = stoa.counsel().keys().reseal(ME);
            assertThat(report.sealed()).containsEntry("messages", 619L);
            assertThat(report.broken()).isEqualTo(1);
        }
    }

    @Test
    void theKeyOfTheIndexIsReplacedForEveryProcess() {
        try (Stoa stoa = sealed();
                Stoa elsewhere = sealed()) {
            String id = say(stoa, "t", "text");
            assertThat(said(elsewhere, id)).containsExactly("text");
            String before = tail(id);
            stoa.counsel().keys().rotateIndex(ME);
            stoa.counsel().keys().reseal(ME);
            String after = tail(id);
            assertThat(after).isNotEqualTo(before);
            elsewhere.counsel().messages().append(ME, MessageDraft.of(id, MessageRole.USER, "more"));
            assertThat(found(elsewhere, "text")).containsExactly(id);
            assertThat(found(stoa, "more")).containsExactly(id);
            String appended = tail(id);
            stoa.counsel().keys().rotateIndex(ME);
            stoa.counsel().keys().reseal(ME);
            assertThat(tail(id)).isNotEqualTo(appended);
        }
        try (Stoa again = sealed()) {
            assertThat(again.counsel().keys().list(ME).plain()).isZero();
        }
    }

    @Test
    void onlyAnAdministratorManagesKeys() {
        try (Stoa stoa = sealed()) {
            Keys keys = stoa.counsel().keys();
            Principal writer = Principal.writer("bob");
            assertThatThrownBy(() -> keys.list(writer)).isInstanceOf(ForbiddenException.class);
            assertThatThrownBy(() -> keys.rotate(writer)).isInstanceOf(ForbiddenException.class);
            assertThatThrownBy(() -> keys.rotateIndex(writer)).isInstanceOf(ForbiddenException.class);
            assertThatThrownBy(() -> keys.retire(writer, 1)).isInstanceOf(ForbiddenException.class);
            assertThatThrownBy(() -> keys.create(writer)).isInstanceOf(ForbiddenException.class);
            assertThatThrownBy(() -> keys.reseal(writer)).isInstanceOf(ForbiddenException.class);
        }
        try (Stoa stoa = fixture.sealed("keys")) {
            assertThat(stoa.counsel().keys().list(ME).keys()).hasSize(1);
        }
    }
}
