package dev.stoa.cli.console;

import dev.stoa.base.StoaException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Adds the command or option to the hints of the library. Stateless. The library words its hints for every caller,
 * because a program that embeds it has no options; only the command line knows which of its options does what a hint
 * says.
 */
public final class CommandHints {
    /** A phrase of the library's hints, and the command or option that does it, with groups as {@code $1}. */
    record Rule(Pattern phrase, String command) {
        private static Rule of(String phrase, String command) {
            return new Rule(Pattern.compile("\\b" + phrase + "(?![A-Za-z])"), command);
        }
    }

    static final List<Rule> RULES = List.of(
            Rule.of("act as a person", "without --as, STOA_AGENT unset"),
            Rule.of("act as an operator", "--operator"),
            Rule.of("add it as a task", "stoa task add"),
            Rule.of("add it to the channel first", "stoa channel members CHANNEL --add AGENT"),
            Rule.of("allow replacing the (?:archives|file|memory)", "--replace"),
            Rule.of("approve or reject the gate", "stoa debate approve DEBATE, stoa debate reject DEBATE"),
            Rule.of("ask for gates when the debate is created", "stoa debate run --gate PHASE"),
            Rule.of("cancel the move", "stoa move --to PLACE --cancel"),
            Rule.of("check the archive for damage", "stoa doctor"),
            Rule.of("choose another data directory", "--data DIR"),
            Rule.of("choose another port", "--port N"),
            Rule.of("claim it by force", "stoa evolve resume RUN --force"),
            Rule.of("create the archives first", "stoa init"),
            Rule.of("create keysets", "stoa key create"),
            Rule.of("delete debate ([^\\s,;]+)", "stoa debate delete $1"),
            Rule.of("delete message ([^\\s,;]+)", "stoa message delete $1"),
            Rule.of("dispute it by a review", "stoa knowledge review"),
            Rule.of("import into an empty data directory", "stoa import FILE --data DIR"),
            Rule.of("import into an empty database", "stoa import FILE --db URL"),
            Rule.of("import it", "stoa import FILE"),
            Rule.of("list the agents", "stoa agent list"),
            Rule.of("list the breakers", "stoa breaker list"),
            Rule.of("list the channels", "stoa channel list"),
            Rule.of("list the consensus records", "stoa consensus list"),
            Rule.of("list the conversations", "stoa conversation list"),
            Rule.of("list the corrections", "stoa correction list"),
            Rule.of("list the created agents", "stoa evolve created"),
            Rule.of("list the critiques", "stoa critique list"),
            Rule.of("list the debates", "stoa debate list"),
            Rule.of("list the dissents", "stoa consensus dissents"),
            Rule.of("list the documents", "stoa evidence documents"),
            Rule.of("list the episodes of the run", "stoa evolve episodes RUN"),
            Rule.of("list the evolution runs", "stoa evolve list"),
            Rule.of("list the events of the debate", "stoa debate events DEBATE"),
            Rule.of("list the gates", "stoa debate gates"),
            Rule.of("list the keys", "stoa key list"),
            Rule.of("list the matches", "stoa rating matches"),
            Rule.of("list the memories", "stoa memory list"),
            Rule.of("list the notes", "stoa note list"),
            Rule.of("list the profiles of the run", "stoa evolve lineage RUN"),
            Rule.of("list the projects", "stoa project list"),
            Rule.of("list the proofs of a debate", "stoa consensus show DEBATE"),
            Rule.of("list the ratings", "stoa rating board"),
            Rule.of("list the runs", "stoa run list"),
            Rule.of("list the specialists", "stoa specialist list"),
            Rule.of("list the tasks", "stoa task list"),
            Rule.of("list the tokens", "stoa token list"),
            Rule.of("list the verdicts of the run", "stoa evolve verdicts RUN"),
            Rule.of("make the missing vectors", "stoa doctor --repair-index"),
            Rule.of("map their identities to those agents", "--map-identities"),
            Rule.of("migrate the archives to version \\S+", "stoa migrate"),
            Rule.of("move them back from there", "stoa move --to PLACE"),
            Rule.of("name the environment variable that holds its key", "--aua-key-env NAME"),
            Rule.of("purge memory ([^\\s,;]+)", "stoa memory forget $1 --purge"),
            Rule.of("query the knowledge", "stoa knowledge query '*'"),
            Rule.of("read the history of the channel", "stoa message history"),
            Rule.of("repeat the move", "stoa move --to PLACE"),
            Rule.of("reset breaker (\\S+)", "stoa breaker reset $1"),
            Rule.of("restore (agent|channel|consensus|memory) ([^\\s,;]+)", "stoa $1 restore $2"),
            Rule.of("restore into an empty directory", "--into DIR"),
            Rule.of("restore it from a backup", "stoa restore FILE"),
            Rule.of("restore the note first", "stoa note restore NOTE"),
            Rule.of("resume debate ([^\\s,;]+)", "stoa debate resume $1"),
            Rule.of("retry the dead rows", "stoa debate learn --retry-dead"),
            Rule.of("rotate the keys", "stoa key rotate"),
            Rule.of("seal (?:them|the rows) again", "stoa key reseal"),
            Rule.of("search the evidence", "stoa evidence search"),
            Rule.of("see the history of memory (\\S+)", "stoa memory show $1"),
            Rule.of("sign (?:a checkpoint|one) first", "stoa audit checkpoint"),
            Rule.of("skip the broken rows", "--skip-broken"),
            Rule.of("start a new run of (\\S+)", "stoa run start $1"),
            Rule.of("start (?:a|the) server with its first token", "stoa serve --new-token"),
            Rule.of("stop its run", "stoa run stop RUN"),
            Rule.of("stop run ([^\\s,;]+)", "stoa run stop $1"),
            Rule.of("take the alias over", "--take-alias"),
            Rule.of("the JSON document lists all", "--json"),
            Rule.of("unmark a core note", "stoa note core NOTE --off"),
            Rule.of("use them there", "--db URL or --data DIR"),
            Rule.of("use the journal operation to write it", "stoa note journal"),
            Rule.of("use the operations of runs", "stoa run --help"),
            Rule.of("verify the log", "stoa audit verify"),
            Rule.of("write to that journal", "stoa note journal"));

    private CommandHints() {}

    /** The hint of an error with commands and options in brackets; null if it has no hint. */
    static @Nullable String of(StoaException error) {
        return error.hint().map(CommandHints::of).orElse(null);
    }

    /** The text with commands and options in brackets behind the phrases of the library that they carry out. */
    public static String of(String hint) {
        String text = hint;
        for (Rule rule : RULES) {
            text = rule.phrase().matcher(text).replaceAll("$0 (" + rule.command() + ")");
        }
        return text;
    }
}
