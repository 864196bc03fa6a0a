package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the findings of an examination mean together, and what an error becomes among them. */
@Tag("quick")
class FindingTest {
    private static final Checkup.Finding NOTICE = Checkup.Finding.notice("size", "it is large");
    private static final Checkup.Finding DAMAGE = Checkup.Finding.damage("integrity", "a page is broken");
    private static final Checkup.Finding UNEXAMINED =
            Checkup.Finding.of("file", "", new UnavailableException("disk_full", "the disk is full", null));

    private static Checkup checkup(Checkup.Finding... findings) {
        return new Checkup(Notebook.SCHEMA, "here", OptionalInt.of(2), 1, 0, null, List.of(findings));
    }

    @Test
    void anArchiveIsDamagedIfOneFindingSaysSo() {
        assertThat(checkup().damaged()).isFalse();
        assertThat(checkup(NOTICE, UNEXAMINED).damaged()).isFalse();
        assertThat(checkup(NOTICE, DAMAGE).damaged()).isTrue();
    }

    @Test
    void anArchiveIsUnexaminedIfOnePartCouldNotBeLookedAt() {
        assertThat(checkup().unexamined()).isFalse();
        assertThat(checkup(NOTICE, DAMAGE).unexamined()).isFalse();
        assertThat(checkup(DAMAGE, UNEXAMINED).unexamined()).isTrue();
    }

    @Test
    void anErrorThatShowsDamageIsDamageAndAnyOtherLeavesAPartUnexamined() {
        assertThat(Checkup.Finding.of("version", "", new VerificationException("damaged", "it is torn", null)))
                .isEqualTo(Checkup.Finding.damage("version", "it is torn"));
        assertThat(UNEXAMINED).isEqualTo(new Checkup.Finding("file", Checkup.Kind.UNEXAMINED, "the disk is full"));
    }

    @Test
    void theHintOfAnErrorIsToldUnlessItIsToRestore() {
        assertThat(Checkup.Finding.of(
                                "file",
                                "notebook: ",
                                new UnavailableException("full", "the disk is full", "free space"))
                        .message())
                .isEqualTo("notebook: the disk is full; free space");
        assertThat(Checkup.Finding.of(
                                "file",
                                "",
                                new VerificationException("damaged", "it is torn", "restore it from a backup"))
                        .message())
                .isEqualTo("it is torn");
    }
}
