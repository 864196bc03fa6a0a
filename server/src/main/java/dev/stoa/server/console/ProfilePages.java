package dev.stoa.server.console;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.EpisodeView;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Profiles with where each of their sentences is from, and what they did in an episode. Stateless. */
final class ProfilePages {
    private static final int TITLE = 120;

    private ProfilePages() {}

    static List<Page> pages() {
        return List.of(
                new Page(
                        "profiles/compare",
                        "profile-compare",
                        Wing.EVOLUTION,
                        Scope.READ_AGENT,
                        List.of("a", "b"),
                        ProfilePages::compare),
                new Page(
                        "profiles/{id}",
                        "profile",
                        Wing.EVOLUTION,
                        Scope.READ_AGENT,
                        List.of("blame"),
                        ProfilePages::profile),
                new Page(
                        "episodes/{id}",
                        "episode",
                        Wing.EVOLUTION,
                        Scope.READ,
                        List.of("turn"),
                        ProfilePages::episode));
    }

    private static View profile(Asked asked) throws Exception {
        String address = "profiles/" + asked.segment("id");
        Doc profile = asked.read("profile", address);
        List<Doc> lineage = asked.read("lineage", address + "/lineage").docs("items");
        boolean blame = asked.query("blame") != null;
        Doc own = lineage.stream()
                .filter(step -> step.raw("profile_id").equals(profile.raw("profile_id")))
                .findFirst()
                .orElse(Doc.EMPTY);
        return View.titled("profile", named(profile))
                .below("Run", Links.to("evolve", profile.raw("run_id")))
                .command((blame ? "evolve blame " : "evolve lineage ") + Lists.quoted(asked.id("id")))
                .with("profile", profile)
                .with("own", own)
                .with("lineage", lineage)
                .with(
                        "blame",
                        blame ? blame(asked.read("blame", address + "/blame").docs("items"), lineage) : List.<Doc>of())
                .with("blamed", blame)
                .with("given", blame ? given(profile) : List.<String>of());
    }

    private static String named(Doc profile) {
        return profile.text("actor_id", TITLE) + " " + profile.whole("seq");
    }

    /** Where each part is from, with how the profile was made that had it first. */
    private static List<Doc> blame(List<Doc> parts, List<Doc> lineage) {
        Map<String, String> operators = new HashMap<>();
        lineage.forEach(step -> operators.put(step.raw("profile_id"), step.raw("operator")));
        return parts.stream()
                .map(part -> part.and("operator", operators.getOrDefault(part.raw("profile_id"), "")))
                .toList();
    }

    /** The lines of the prompt that the scenario gives, which no trial can change. */
    private static List<String> given(Doc profile) {
        List<String> lines = new ArrayList<>();
        for (String line : profile.raw("core_prompt").split("\n", -1)) {
            if (!line.isBlank()) {
                lines.add(new Doc(Map.of("line", line)).text("line"));
            }
        }
        return lines;
    }

    private static View compare(Asked asked) throws Exception {
        @Nullable String a = asked.query("a");
        @Nullable String b = asked.query("b");
        boolean both = a != null && b != null;
        Doc first = a == null ? Doc.EMPTY : asked.read("a", "profiles/" + Links.encoded(a));
        Doc second = b == null ? Doc.EMPTY : asked.read("b", "profiles/" + Links.encoded(b));
        Doc diff = a == null || b == null
                ? Doc.EMPTY
                : asked.read("diff", "profiles/" + Links.encoded(a) + "/diff/" + Links.encoded(b));
        View view = View.of("profile-compare", "Two profiles side by side")
                .below("Evolution runs", "/evolve")
                .with("a", first)
                .with("b", second)
                .with("both", both)
                .with("diff", diff);
        return a == null || b == null ? view : view.command("evolve diff " + Lists.quoted(a) + " " + Lists.quoted(b));
    }

    private static View episode(Asked asked) throws Exception {
        String address = "episodes/" + asked.segment("id");
        Doc episode = asked.read("episode", address);
        List<Doc> log = asked.read("log", address + "/log").docs("items");
        Here here = new Here(Links.to("episodes", asked.id("id")), Map.of());
        return View.titled(
                        "episode",
                        Language.t(
                                "Episode {0} of generation {1}",
                                episode.whole("slot") + 1, episode.whole("generation")))
                .below("Episodes", "/episodes?run=" + Links.encoded(episode.raw("run_id")))
                .command("evolve log " + Lists.quoted(asked.id("id")))
                .with("shown", EpisodeView.of(episode, log, here, asked.number("turn")));
    }
}
