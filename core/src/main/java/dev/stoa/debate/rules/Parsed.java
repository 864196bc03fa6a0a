package dev.stoa.debate.rules;

/** What became of reading a reply. */
public sealed interface Parsed {
    /** It says something whole. */
    record Ok(Said said) implements Parsed {}

    /** Its author abstains. */
    record Abstained() implements Parsed {}

    /**
     * It says nothing that counts.
     *
     * @param error what is wrong, in one line, to be quoted when the author is asked to repair it
     */
    record Unparsed(String error) implements Parsed {}
}
