package dev.stoa.counsel.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
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
        assertThat(SignedNote.sign(key, ExampleChain.ORIGIN, 3, HexFormat.of().parseHex(ExampleChain.ROOTS.get(2))))
                .isEqualTo(ExampleChain.NOTE);
        SignedNote note = Objects.requireNonNull(SignedNote.parse(ExampleChain.NOTE));
        assertThat(note.size()).isEqualTo(3);
        assertThat(note.origin()).isEqualTo(ExampleChain.ORIGIN);
        assertThat(HexFormat.of().formatHex(note.root())).isEqualTo(ExampleChain.ROOTS.get(2));
        assertThat(note.signedBy(VerifierKey.parse(ExampleChain.VKEY))).isTrue();
    }

    @Test
    void everyProofOfEveryTreeHoldsAndNoOtherDoes() {
        for (int size = 1; size <= 20; size++) {
            byte[] root = root(size);
            for (int index = 0; index < size; index++) {
                List<byte[]> path = MerkleProofs.inclusion(leaves(), index, size);
                assertThat(MerkleProofs.includes(row(index), index, size, path, root))
                        .isTrue();
                assertThat(MerkleProofs.includes(row(index + 1), index, size, path, root))
                        .isFalse();
                assertThat(MerkleProofs.includes(row(index), (index + 1) % size, size, path, root))
                        .isEqualTo(size == 1);
                assertThat(MerkleProofs.includes(row(index), index, size, path, root(size + 1)))
                        .isFalse();
            }
            for (int from = 1; from <= size; from++) {
                List<byte[]> path = MerkleProofs.consistency(leaves(), from, size);
                assertThat(MerkleProofs.continues(from, root(from), size, root, path))
                        .isTrue();
                assertThat(MerkleProofs.continues(from, root(from + 1), size, root, path))
                        .isFalse();
                assertThat(MerkleProofs.continues(from, root(from), size, root(size + 1), path))
                        .isFalse();
            }
        }
    }

    private static MerkleProofs.Leaves leaves() {
        AtomicInteger next = new AtomicInteger();
        return () -> row(next.getAndIncrement());
    }

    private static byte[] row(int index) {
        return Merkle.sha256().digest(new byte[] {(byte) index});
    }

    private static byte[] root(int size) {
        Frontier frontier = Frontier.empty();
        for (int i = 0; i < size; i++) {
            frontier.add(row(i));
        }
        return frontier.root();
    }

    @Test
    void aNoteWithAnythingElseInItIsNone() {
        VerifierKey key = VerifierKey.parse(ExampleChain.VKEY);
        for (String other : List.of(
                ExampleChain.NOTE.replace("\n3\n", "\n03\n"),
                ExampleChain.NOTE.replace("\n3\n", "\n-3\n"),
                ExampleChain.NOTE.stripTrailing(),
                ExampleChain.NOTE.replace("\n\n", "\n"),
                ExampleChain.NOTE.replace("=\n\n", "\n\n"),
                "")) {
            assertThat(SignedNote.parse(other)).as(other).isNull();
        }
        assertThat(Objects.requireNonNull(SignedNote.parse(ExampleChain.NOTE.replace("\n3\n", "\n4\n")))
                        .signedBy(key))
                .isFalse();
        assertThatThrownBy(() -> VerifierKey.parse(ExampleChain.VKEY.replace("a2fe83f2", "a2fe83f3")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("its key id is");
        assertThatThrownBy(() -> VerifierKey.parse("nonsense")).isInstanceOf(InvalidException.class);
    }
}
