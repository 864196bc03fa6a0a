package dev.stoa.debate.rules.reply;

/** What became of reading a reply. */
public sealed interface ParseResult {
    /** It says something whole. */
    record Ok(ParsedReply said) implements ParseResult {}

    /** Its author abstains. */
    record Abstained() implements ParseResult {}

    /**
     * It says nothing that counts.
     *
     * @param error what is wrong, in one line, to be quoted when the author is asked to repair it
     */
    record Unparsed(String error) implements ParseResult {}
}
