package dev.stoa.society.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class NoteSharingTest {
    @Test
    void aNoteIsSharedWithSomeWithAllOrWithNobody() {
        assertThat(NoteSharing.with(List.of("bo"))).isEqualTo(new NoteSharing(List.of("bo"), false, false));
        assertThat(NoteSharing.open()).isEqualTo(new NoteSharing(List.of(), true, false));
        assertThat(NoteSharing.none()).isEqualTo(new NoteSharing(List.of(), false, true));
        assertThat(new NoteSharing(List.of("bo"), true, false).everybody()).isTrue();
    }

    @Test
    void sharedAndPrivateAtOnceIsRefused() {
        for (NoteSharingMaker both : List.<NoteSharingMaker>of(
                () -> new NoteSharing(List.of("bo"), false, true),
                () -> new NoteSharing(List.of(), true, true),
                () -> new NoteSharing(List.of("bo"), true, true))) {
            assertThatThrownBy(both::make)
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("a note cannot be shared and made private at once");
        }
    }

    @Test
    void sharedWithNobodyNamedIsRefused() {
        assertThatThrownBy(() -> NoteSharing.with(List.of()))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("a note is to be shared with no one named");
    }

    @Test
    void whoIsNamedLaterIsNotSharedWith() {
        List<String> agents = new ArrayList<>(List.of("bo"));
        NoteSharing sharing = NoteSharing.with(agents);
        agents.add("eve");
        assertThat(sharing.with()).containsExactly("bo");
    }

    @Test
    void aRequestIsReadAndAnUnknownFieldRefused() {
        assertThat(read("with", List.of("bo", "cal"))).isEqualTo(NoteSharing.with(List.of("bo", "cal")));
        assertThat(read("public", true)).isEqualTo(NoteSharing.open());
        assertThat(read("none", true)).isEqualTo(NoteSharing.none());
        assertThatThrownBy(() -> read("none", true, "whit", List.of("bo")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("whit");
    }

    private static NoteSharing read(Object... pairs) {
        return NoteSharing.fromJson(JsonFields.of(Json.object(pairs)));
    }

    private interface NoteSharingMaker {
        NoteSharing make();
    }
}
