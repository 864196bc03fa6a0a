package dev.stoa.server.console.society;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.said;
import static dev.stoa.server.console.view.Column.share;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;
import static dev.stoa.server.console.view.Column.trust;

import dev.stoa.server.console.view.Column;
import java.util.List;

/** What pages of the society show of each thing. Stateless. */
public final class SocietyColumns {
    public static final List<Column> AGENT = List.of(
            state("kind", "Kind"),
            text("model", "Model"),
            text("trigger_policy", "Is started by"),
            count("spawn_count", "Started"),
            count("counts.messages", "Messages"),
            said("self_description", "About"),
            text("cloned_from", "Cloned from"),
            time("created_at", "Created"),
            time("last_active_at", "Last active"),
            time("archived_at", "Archived"));

    public static final List<Column> RUNS = List.of(
            link("channel", "Run", "runs", "session_id"),
            state("state", "State"),
            count("wakes", "Wakes"),
            time("started_at", "Begun"),
            time("ended_at", "Ended"));

    public static final List<Column> EXECUTIONS = List.of(
            link("task_id", "Execution", "tasks", "task_id"),
            state("status", "State"),
            count("attempt", "Attempt"),
            count("exit_code", "Exit"),
            text("error", "Error"),
            time("created_at", "Created"),
            time("completed_at", "Ended"));

    public static final List<Column> NOTES = List.of(
            link("message", "Note", "notes", "memory_id"),
            text("topic", "Topic"),
            flag("core", "Core"),
            state("seen", "Seen by"),
            time("created_at", "When"));

    public static final List<Column> ALL_NOTES = List.of(
            link("message", "Note", "notes", "memory_id"),
            link("identity", "By", "agents", "identity"),
            text("topic", "Topic"),
            flag("core", "Core"),
            state("seen", "Seen by"),
            text("shared", "Shared with"),
            time("created_at", "When"));

    public static final List<Column> FACTS = List.of(
            link("content", "Fact", "knowledge", "knowledge_id"),
            text("domain", "Domain"),
            share("effective_confidence", "Confidence"),
            count("confirms", "Confirmed"),
            count("disputes", "Disputed"),
            trust("trust"),
            link("identity", "By", "agents", "identity"),
            time("created_at", "When"));

    public static final List<Column> FACT = List.of(
            said("content", "Fact"),
            text("domain", "Domain"),
            share("effective_confidence", "Confidence"),
            count("confirms", "Confirmed"),
            count("disputes", "Disputed"),
            trust("trust"),
            link("identity", "By", "agents", "identity"),
            link("replaces", "Replaces", "knowledge", "replaces"),
            link("replaced_by", "Replaced by", "knowledge", "replaced_by"),
            time("created_at", "When"));

    public static final List<Column> REVIEWS = List.of(
            link("identity", "By", "agents", "identity"),
            state("verdict", "Verdict"),
            text("reason", "Reason"),
            time("created_at", "When"));

    public static final List<Column> SOURCES = List.of(text("value", "Reference"));

    public static final List<Column> AGENTS = List.of(
            link("identity", "Agent", "agents", "identity"),
            state("kind", "Kind"),
            text("model", "Model"),
            text("self_description", "About"),
            count("live", "Live runs"),
            time("last_active_at", "Last active"),
            time("created_at", "Created"));

    public static final List<Column> RATING = List.of(
            number("elo", "Elo"),
            text("fitted", "Bradley-Terry"),
            text("games", "Games"),
            flag("provisional", "Provisional"));

    public static final List<Column> CALIBRATION = List.of(
            count("n", "Predictions"),
            count("correct", "Came true"),
            number("brier", "Brier score"),
            number("log_loss", "Log loss"),
            number("ece", "Calibration error"));

    private SocietyColumns() {}
}
