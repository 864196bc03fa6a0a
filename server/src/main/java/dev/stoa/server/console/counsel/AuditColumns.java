package dev.stoa.server.console.counsel;

import static dev.stoa.server.console.view.Column.act;
import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.json;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;

import dev.stoa.server.console.view.Column;
import java.util.List;

/** What lists of the log, of specialists, tokens and keys show of each. Stateless. */
public final class AuditColumns {
    public static final List<Column> ENTRIES = List.of(
            link("seq", "No.", "audit", "seq"),
            text("event_type", "Event"),
            text("field", "Field"),
            text("specialist", "Specialist"),
            number("confidence", "Confidence"),
            time("created_at", "When"));
    public static final List<Column> ENTRY = List.of(
            text("event_type", "Event"),
            time("created_at", "When"),
            link("conversation_id", "Conversation", "conversations", "conversation_id"),
            text("token_id", "Token"),
            text("session_id", "Session"),
            text("request_id", "Request"),
            text("field", "Field"),
            text("specialist", "Specialist"),
            text("routing_mode", "Way"),
            number("u_score", "Utility"),
            number("confidence", "Confidence"),
            number("latency_ms", "Milliseconds"),
            json("details", "Details"),
            text("details_hash", "Hash of the details"),
            text("prev_hash", "Hash before"),
            text("curr_hash", "Hash"));
    public static final List<Column> PROMOTIONS = List.of(
            time("created_at", "When"),
            state("event", "Event"),
            text("from_model", "From"),
            text("to_model", "To"),
            flag("reverted", "Taken back"),
            text("metadata.reason", "Reason"),
            flag("metadata.forced", "Forced"),
            count("metadata.n", "Compared"),
            number("metadata.mean", "Mean"));
    public static final List<Column> SPECIALISTS = List.of(
            link("name", "Specialist", "specialists", "name"),
            text("active_model", "Answers"),
            text("shadow_model", "In the shadow"),
            state("state", "State"),
            count("gate.n", "Compared"),
            number("gate.mean", "Mean"),
            flag("gate.passed", "Gate passed"));
    public static final List<Column> TOKENS = List.of(
            text("label", "Label"),
            text("token_id", "Id"),
            json("scopes", "Scopes"),
            text("subject", "Subject"),
            time("created_at", "Created"),
            time("expires_at", "Expires"),
            time("last_used_at", "Last use"),
            time("revoked_at", "Revoked"),
            act("Revoke", "tokens", "token_id", "revoke"));
    public static final List<Column> KEYS = List.of(
            text("key_id", "Key"),
            flag("primary", "Seals what is new"),
            count("rows", "Rows"),
            act("Remove", "keys", "key_id", "retire"));

    private AuditColumns() {}
}
