package dev.stoa.debate.receipt;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CheckRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.CodeVersions;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.FlipRow;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.debate.session.SessionDetails;
import dev.stoa.debate.session.SessionLookup;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes and checks receipts of debates. Thread-safe; it changes nothing. */
public final class Receipts {
    /** What stands elsewhere in the receipt, or moves on though the debate does not. */
    private static final List<String> ELSEWHERE =
            List.of("outcome", "outcome_sha256", "options", "gate", "grade", "learning", "updated_at");

    private final Archive archive;
    private final InstantSource clock;
    private final Principal caller;

    private Receipts(Archive archive, InstantSource clock, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.caller = caller;
    }

    /** The receipts of an archive of {@link DebateArchive#SCHEMA}. */
    public static Receipts over(Archive archive, InstantSource clock) {
        return new Receipts(archive, clock, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Receipts as(Principal other) {
        return new Receipts(archive, clock, other);
    }

    /** The receipt of a debate as it stands. */
    @Needs(Right.READ)
    public Receipt of(String named) {
        Rights.check(caller);
        return archive.read(tx -> of(tx, SessionLookup.find(tx, named)));
    }

    /** Checks a receipt by itself, and against the archive if its session is there. */
    @Needs(Right.READ)
    public ReceiptReport verify(Map<String, @Nullable Object> document) {
        Rights.check(caller);
        return ReceiptCheck.verify(document, archive);
    }

    private Receipt of(Tx tx, SessionRow row) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(body(tx, row));
        String hash = Receipt.hash(document);
        document.put(Receipt.GENERATED, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        document.put(Receipt.HASH, hash);
        // As a reader of the file will have it.
        return new Receipt(Json.parseObject(Json.write(document)));
    }

    /** Everything that the hash covers. */
    static Map<String, @Nullable Object> body(Tx tx, SessionRow row) {
        DebateSession session = SessionDetails.of(tx, List.of(row)).getFirst();
        Map<String, @Nullable Object> shown = new LinkedHashMap<>(session.document());
        ELSEWHERE.forEach(shown::remove);
        String id = row.id();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("receipt_version", Receipt.VERSION);
        document.put("session", shown);
        document.put("config_sha256", row.configSha256());
        document.put("outcome", row.outcome());
        document.put("outcome_sha256", row.outcomeSha256());
        document.put("turns", shown(SessionRows.turns(tx, id), DebateTurn.COLUMNS::receipt));
        document.put("options", shown(session.options(), OptionRow::document));
        List<BallotRow> ballots = new ArrayList<>(SessionRows.ballots(tx, id));
        ballots.sort(Comparator.comparing(BallotRow::stage)
                .thenComparingInt(BallotRow::round)
                .thenComparingInt(BallotRow::attempt)
                .thenComparing(BallotRow::agentId));
        document.put("ballots", shown(ballots, BallotRow::document));
        List<CheckRow> checks = new ArrayList<>(SessionRows.checks(tx, id));
        checks.sort(Comparator.comparingLong(CheckRow::turnSeq).thenComparing(CheckRow::checker));
        document.put("checks", shown(checks, CheckRow::document));
        List<FlipRow> flips = new ArrayList<>(SessionRows.flips(tx, id));
        flips.sort(Comparator.comparingLong(FlipRow::toTurnSeq).thenComparing(FlipRow::agentId));
        document.put("flips", shown(flips, FlipRow::document));
        List<GateRow> gates = new ArrayList<>(SessionRows.gates(tx, id));
        gates.sort(Comparator.comparing(GateRow::openedAt).thenComparing(GateRow::id));
        document.put("gates", shown(gates, GateRow::document));
        document.put("versions", shown(CodeVersions.all(tx, id), Receipts::version));
        document.put("dissents", row.outcome().getOrDefault("dissents", List.of()));
        document.put("evidence", evidence(tx, id));
        GradeRow grade = session.grade();
        document.put("grade", grade == null ? null : grade.document());
        document.put("chain", Json.object("events", row.eventCount(), "head", row.chainHead()));
        return document;
    }

    private static <T> List<Map<String, @Nullable Object>> shown(
            List<T> rows, Function<T, Map<String, @Nullable Object>> document) {
        return rows.stream().map(document).toList();
    }

    private static Map<String, @Nullable Object> version(CodeVersion version) {
        return Json.object(
                "version_number", version.versionNumber(),
                "parent_version", version.parentVersion(),
                "code_sha256", version.codeSha256(),
                "test_pass_rate", version.testPassRate());
    }

    /** What the debate was shown of documents, by hash like everything that was said. */
    private static List<Map<String, @Nullable Object>> evidence(Tx tx, String session) {
        return SessionRows.events(tx, session).stream()
                .filter(event -> event.kind().equals("context_attached"))
                .flatMap(event -> JsonFields.of(event.data()).objects("blocks").stream())
                .filter(block -> block.text("kind").equals("evidence"))
                .map(block -> Json.object(
                        "id", block.text("id"),
                        "trust", block.text("trust"),
                        "origin", block.textOrNull("origin"),
                        "relevance", block.realOrNull("relevance"),
                        "text_sha256", Digest.sha256(block.text("text"))))
                .toList();
    }
}
