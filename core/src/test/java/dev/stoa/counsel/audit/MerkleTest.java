package dev.stoa.counsel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MerkleTest {
    @Test
    void theRootsOfTheExampleChainAreThoseOfTheSpecification() {
        Frontier frontier = Frontier.empty();
        for (int i = 0; i < 3; i++) {
            frontier.add(HexFormat.of().parseHex(ExampleChain.HASHES.get(i)));
            assertThat(HexFormat.of().formatHex(frontier.root())).isEqualTo(ExampleChain.ROOTS.get(i));
        }
    }

    @Test
    void theExampleCheckpointIsThatOfTheSpecification() {
        AuditKey key = AuditKey.of(ExampleChain.SECRET);
        assertThat(key.verifier(ExampleChain.ORIGIN)).hasToString(ExampleChain.VKEY);
        assertThat(SignedNote.sign(
                        key, ExampleChain.ORIGIN, 3, HexFormat.of().parseHex(ExampleChain.ROOTS.get(2))))
                .isEqualTo(ExampleChain.NOTE);
        SignedNote note = Objects.requireNonNull(SignedNote.parse(ExampleChain.NOTE));
        assertThat(note.size()).isEqualTo(3);
        assertThat(note.origin()).isEqualTo(ExampleChain.ORIGIN);
        assertThat(HexFormat.of().formatHex(note.root())).isEqualTo(ExampleChain.ROOTS.get(2));
        assertThat(note.signedBy(VerifierKey.parse(ExampleChain.VKEY))).isTrue();
    }
}
