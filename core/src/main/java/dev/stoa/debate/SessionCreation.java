package dev.stoa.debate;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.EventLog;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.debate.session.Register;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Writes new sessions. Stateless. */
final class SessionCreation {
    private static final int LONGEST_KEY = 128;

    private SessionCreation() {}

    /** The id of the session of a request: a new one, or the one that its key has already. */
    static String create(Tx tx, String id, DebateRequest request, String actor, LongSupplier seed, Instant now) {
        String key = request.key();
        if (key != null) {
            Bounds.text("idempotency_key", key, 1, LONGEST_KEY);
            Optional<String> known = known(tx, key, request.sha256());
            if (known.isPresent()) {
                return known.get();
            }
        }
        DebateConfig config = ConfigReader.read(request.fields(), id, actor, seed);
        SessionRow row = SessionRow.created(id, config, request.sha256(), key, request.metadata(), now);
        DebateEvent first = EventLog.next(
                id, EventLog.Head.of(row), "debate_created", Json.object("config_sha256", row.configSha256()), now);
        TopicIndex.insert(tx, row.after(first));
        options(tx, id, config.options());
        DebateEvent.COLUMNS.insert(tx, first);
        Register.created(tx, row);
        TopicIndex.enter(tx, row);
        return id;
    }

    private static void options(Tx tx, String id, List<String> labels) {
        for (int option = 0; option < labels.size(); option++) {
            OptionRow.COLUMNS.insert(tx, OptionRow.of(id, Options.key(option), labels.get(option), null));
        }
    }

    private static Optional<String> known(Tx tx, String key, String hash) {
        return tx.one(
                "SELECT id, request_sha256 FROM debate_sessions WHERE idempotency_key = ?",
                row -> {
                    @Nullable String before = row.textOrNull(2);
                    if (!hash.equals(before)) {
                        throw new ConflictException(
                                "key_reused",
                                "the idempotency key " + Bounds.shown(key) + " belongs to another request",
                                "take a new key for a new request");
                    }
                    return row.text(1);
                },
                key);
    }
}
