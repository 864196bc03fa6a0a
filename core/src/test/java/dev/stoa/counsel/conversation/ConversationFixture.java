package dev.stoa.counsel.conversation;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Trust;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.audit.AuditLog;
import dev.stoa.counsel.audit.AuditPlaces;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;

/** A counsel archive on one backend, with a clock that stands until it is moved. Not thread-safe. */
public final class ConversationFixture implements AutoCloseable {
    public static final Principal ME = Principal.local();

    private final Place place;
    private final Path folder;
    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private final Ids ids = Ids.of(clock, new SplittableRandom(7));
    private CounselContext context;

    private ConversationFixture(Place place, Path folder) {
        this.place = place;
        this.folder = folder;
        this.context = elsewhere();
    }

    public static ConversationFixture on(Dialect dialect, Path directory) {
        return new ConversationFixture(Place.on(dialect, directory, CounselArchive.SCHEMA), directory);
    }

    /** An archive that is already there. */
    public static ConversationFixture over(Place place, Path directory) {
        return new ConversationFixture(place, directory);
    }

    public TestClock clock() {
        return clock;
    }

    public CounselContext context() {
        return context;
    }

    public Archive archive() {
        return context.archive();
    }

    /** Another opening of the archive, as another process has. */
    public CounselContext elsewhere() {
        return new CounselContext(
                place.open(CounselArchive.SCHEMA, StorageSettings.defaults(), clock),
                clock,
                ids,
                Seal.plain(),
                new AuditLog(ids, AuditPlaces.in(folder)));
    }

    /** Closes and opens the archive, as another process would. */
    public void restart() {
        place.closeArchives();
        context = elsewhere();
    }

    /** The data directory or the database, for another process. */
    public String where() {
        return place.where();
    }

    public Projects projects() {
        return Projects.over(context);
    }

    public Conversations conversations() {
        return Conversations.over(context);
    }

    public Messages messages() {
        return Messages.over(context);
    }

    public Sessions sessions() {
        return Sessions.over(context);
    }

    /** Another user, with every right but that of an operator. */
    public static Principal user(String name) {
        return new Principal(name, null, null, EnumSet.allOf(Right.class), false, Trust.HUMAN);
    }

    /** Begins a conversation and says these texts in it, user and assistant by turns. */
    public String talk(String... texts) {
        String conversation =
                conversations().create(ME, ConversationDraft.untitled()).conversationId();
        say(conversation, texts);
        return conversation;
    }

    /** Says these texts, user and assistant by turns. */
    public List<Message> say(String conversation, String... texts) {
        List<Message> said = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            MessageRole role = i % 2 == 0 ? MessageRole.USER : MessageRole.ASSISTANT;
            said.add(messages().append(ME, MessageDraft.of(conversation, role, texts[i])));
        }
        return said;
    }

    /** One value of a query, as text. */
    public String value(String sql, Object... params) {
        return archive()
                .one(sql, row -> String.valueOf(row.textOrNull(1)), params)
                .orElse("nothing");
    }

    /** The first column of a query, as text. */
    public List<String> values(String sql, Object... params) {
        return archive().list(sql, row -> String.valueOf(row.textOrNull(1)), params);
    }

    /** What a deep examination would find fault with. */
    public List<String> violations() {
        return archive()
                .read(tx -> CounselArchive.SCHEMA.invariants().stream()
                        .flatMap(invariant -> invariant.finder().violations(tx, 20).stream()
                                .map(found -> invariant.id() + " " + found))
                        .toList());
    }

    @Override
    public void close() {
        place.close();
    }
}
