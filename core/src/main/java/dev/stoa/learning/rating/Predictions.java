package dev.stoa.learning.rating;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Simulated;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The predictions of agents, and the calibration of their confidence. Thread-safe.
 *
 * <p>Only a resolved prediction changes a calibration; votes and matches never do. Hazard: a result is final.
 */
public final class Predictions {
    private static final String COLUMNS =
            "id, tournament_id, predictor_agent, predicted_winner, confidence, created_at, domain, outcome, simulated";

    private static final String FIND =
            "SELECT " + COLUMNS + " FROM calibration_predictions WHERE tournament_id = ? AND predictor_agent = ?";

    private static final String PUT = """
            INSERT INTO calibration_predictions
                (tournament_id, predictor_agent, predicted_winner, confidence, created_at, domain, simulated)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tournament_id, predictor_agent) DO UPDATE SET predicted_winner = excluded.predicted_winner,
                confidence = excluded.confidence, created_at = excluded.created_at, domain = excluded.domain,
                simulated = excluded.simulated
            RETURNING id""";

    private final Archive archive;
    private final InstantSource clock;
    private final Principal caller;

    private Predictions(Archive archive, InstantSource clock, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.caller = caller;
    }

    /** Predictions in an archive of {@link RatingArchive#SCHEMA}. */
    public static Predictions over(Archive archive, InstantSource clock) {
        return new Predictions(archive, clock, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Predictions as(Principal other) {
        return new Predictions(archive, clock, other);
    }

    /**
     * Keeps a prediction in place of the predictor's earlier one, while the event is open. Afterwards the one that
     * counted can be given again, which changes nothing, and any other is a conflict.
     */
    @Needs(value = Right.WRITE, agents = false)
    public Added<Prediction> add(PredictionDraft draft) {
        Rights.check(caller);
        Instant now = now();
        return archive.write(tx -> put(tx, draft, now));
    }

    /** Keeps many predictions in one transaction; one that is refused is left out, or none is kept. */
    @Needs(value = Right.WRITE, agents = false)
    public List<Bulk.Result<Added<Prediction>>> addAll(List<PredictionDraft> drafts, boolean allOrNone) {
        Rights.check(caller);
        Instant now = now();
        return Bulk.write(archive, drafts, allOrNone, (tx, draft) -> put(tx, draft, now));
    }

    private static Added<Prediction> put(Tx tx, PredictionDraft draft, Instant now) {
        Optional<Prediction> before = tx.one(FIND, Predictions::prediction, draft.event(), draft.predictor());
        boolean closed = tx.one(
                        "SELECT 1 FROM prediction_events WHERE tournament_id = ?", row -> row.number(1), draft.event())
                .isPresent();
        if (closed) {
            return before.filter(known -> known.predictedWinner().equals(draft.winner())
                            && known.confidence() == draft.confidence()
                            && known.domain().equals(draft.domain())
                            && known.simulated() == draft.simulated())
                    .map(known -> Added.of(known, false))
                    .orElseThrow(() -> new ConflictException(
                            "conflict",
                            "event " + draft.event() + " is resolved already",
                            "predict an event that is still open"));
        }
        if (!draft.simulated()) {
            tx.update(
                    "INSERT INTO ratings (agent_name, updated_at) VALUES (?, ?) ON CONFLICT (agent_name) DO NOTHING",
                    draft.predictor(),
                    now);
        }
        long id = tx.one(
                        PUT,
                        row -> row.number(1),
                        draft.event(),
                        draft.predictor(),
                        draft.winner(),
                        draft.confidence(),
                        now,
                        draft.domain(),
                        draft.simulated() ? 1 : 0)
                .orElseThrow();
        return Added.of(
                new Prediction(
                        id,
                        draft.event(),
                        draft.predictor(),
                        draft.winner(),
                        draft.confidence(),
                        now,
                        draft.domain(),
                        null,
                        draft.simulated()),
                before.isEmpty());
    }

    private static Prediction prediction(Row row) {
        String domain = row.textOrNull(7);
        Long outcome = row.numberOrNull(8);
        return new Prediction(
                row.number(1),
                row.text(2),
                row.text(3),
                row.text(4),
                row.real(5),
                row.instantOrNull(6),
                domain == null ? PredictionDraft.GENERAL : domain,
                outcome == null ? null : (Boolean) (outcome != 0),
                row.number(9) != 0);
    }

    /** Closes an event and scores its predictions, if it has any. The same again changes nothing. */
    @Needs(value = Right.WRITE, agents = false)
    public Resolution resolve(String event, Result result) {
        Rights.check(caller);
        Result.OfEvent ended = new Result.OfEvent(event, result);
        Instant now = now();
        return archive.write(tx -> new Resolver(tx, ended, now).resolve());
    }

    /** Closes many events in one transaction; one that is refused is left out, or none is closed. */
    @Needs(value = Right.WRITE, agents = false)
    public List<Bulk.Result<Resolution>> resolveAll(List<Result.OfEvent> ended, boolean allOrNone) {
        Rights.check(caller);
        Instant now = now();
        return Bulk.write(archive, ended, allOrNone, (tx, one) -> new Resolver(tx, one, now).resolve());
    }

    /** The calibration of an agent in a domain, or over all of them; of one that nothing is known of too. */
    @Needs(Right.READ)
    public Calibration of(String agent, @Nullable String domain) {
        Rights.check(caller);
        return of(agent, domain, Simulated.EXCLUDE);
    }

    /** The same of several agents, by their names. */
    @Needs(Right.READ)
    public Map<String, Calibration> of(List<String> agents, @Nullable String domain) {
        Rights.check(caller);
        List<String> names =
                agents.stream().map(agent -> Bounds.name("agent", agent)).toList();
        String label = domain == null ? null : Bounds.label("domain", domain);
        if (names.isEmpty()) {
            return Map.of();
        }
        Map<String, Calibration> found = archive.read(tx -> CalibrationRows.of(tx, names, label));
        Map<String, Calibration> calibrations = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            calibrations.put(agents.get(i), found.get(names.get(i)));
        }
        return calibrations;
    }

    /** The same, of what is real, of what is simulated, or of both. */
    @Needs(Right.READ)
    public Calibration of(String agent, @Nullable String domain, Simulated simulated) {
        Rights.check(caller);
        String name = Bounds.name("agent", agent);
        String label = domain == null ? null : Bounds.label("domain", domain);
        return archive.read(tx -> CalibrationRows.of(tx, name, label, simulated));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
