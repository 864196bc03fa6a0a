package dev.stoa.engine.provider.evidence;

import dev.stoa.debate.rules.voting.AnswerWording;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** The words of a text that can be looked for. Stateless. */
final class Words {
    private Words() {}

    /** The stems of the content words, each once, in order. */
    static Set<String> distinctStems(String text) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(AnswerWording.stems(text)));
    }
}
