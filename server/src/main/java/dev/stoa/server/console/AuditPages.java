package dev.stoa.server.console;

import dev.stoa.server.console.Lists.Listed;
import dev.stoa.server.console.counsel.AuditColumns;
import dev.stoa.server.console.counsel.Checkpoints;
import dev.stoa.server.console.counsel.GateView;
import dev.stoa.server.console.counsel.Verified;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Who answers, whether the record holds, and who may. Stateless. */
final class AuditPages {
    private static final int TITLE = 120;
    private static final int SHOWN = 50;
    private static final int MOST = 500;
    private static final int READS = 8;

    private static final Listed TOKENS = new Listed(
            "tokens",
            Wing.COUNSEL,
            Scope.ADMIN,
            "Tokens",
            "Who may call this server. A token can be read when it is created, and never again."
                    + " The last use is that of this server since it began.",
            "tokens",
            "token list",
            "stoa token create --scope read",
            List.of("cursor"),
            AuditColumns.TOKENS);

    private AuditPages() {}

    static List<Page> pages() {
        return List.of(
                Lists.page(new Listed(
                        "specialists",
                        Wing.COUNSEL,
                        Scope.READ,
                        "Specialists",
                        "Which model answers, and which is tried beside it.",
                        "specialists",
                        "specialist list",
                        "stoa specialist add reader evidence:lexical",
                        List.of("cursor"),
                        AuditColumns.SPECIALISTS)),
                page("specialists/{id}", "specialist", List.of(), AuditPages::specialist),
                page("audit", "audit", List.of("type", "from", "run", "cursor"), AuditPages::audit),
                page("audit/{id}", "audit-entry", List.of(), AuditPages::entry),
                new Page("tokens", "tokens", Wing.COUNSEL, Scope.ADMIN, List.of("cursor"), AuditPages::tokens),
                new Page("keys", "keys", Wing.COUNSEL, Scope.ADMIN, AuditPages::keys));
    }

    private static Page page(String path, String name, List<String> queries, Page.Maker maker) {
        return new Page(path, name, Wing.COUNSEL, Scope.READ, queries, maker);
    }

    private static View audit(Asked asked) throws Exception {
        Checkpoints signed = Checkpoints.of(asked.triedAll("checkpoints", "audit/checkpoints"));
        @Nullable String type = asked.query("type");
        @Nullable String cursor = asked.query("cursor");
        long from = asked.number("from");
        boolean asksNewest = type == null && cursor == null && from == 0;
        Doc tail = asksNewest ? tail(asked, Math.max(0, signed.largest() - SHOWN)) : Doc.EMPTY;
        boolean newest = asksNewest && !tail.has("next");
        Here filter = new Here("audit", Map.of())
                .with("type", type == null ? "" : type)
                .with("after", Math.max(0, from - 1));
        Doc found = newest
                ? tail
                : asked.read(
                        "entries",
                        filter.with("cursor", cursor == null ? "" : cursor).href());
        List<Doc> items = found.docs("items");
        Here here = new Here("/audit", Map.of())
                .with("type", type == null ? "" : type)
                .with("from", from);
        return View.of("audit", "Audit")
                .command("audit list" + (type == null ? "" : " --type " + Lists.quoted(type)))
                .with("type", type == null ? "" : type)
                .with("from", from == 0 ? "" : Long.toString(from))
                .with("newest", newest)
                .with("verified", Verified.of(asked.checked("audit")))
                .with("columns", AuditColumns.ENTRIES)
                .with(
                        "items",
                        newest
                                ? items.subList(Math.max(0, items.size() - SHOWN), items.size())
                                        .reversed()
                                : items)
                .with("signed", signed)
                .with(
                        "next",
                        !newest && found.has("next")
                                ? here.with("cursor", found.raw("next")).href()
                                : "");
    }

    /**
     * The last page of the log, or an earlier one if its end is too far off: the API reads from the start, and the
     * checkpoints tell where the end is near.
     */
    private static Doc tail(Asked asked, long after) throws Exception {
        Here here = new Here("audit", Map.of("limit", Integer.toString(MOST)));
        Doc found = asked.read("entries", here.with("after", after).href());
        for (int reads = 1; found.has("next") && reads < READS; reads++) {
            long last = found.docs("items").getLast().whole("seq");
            found = asked.read(
                    "entries", here.with("after", Math.max(0, last - SHOWN)).href());
        }
        return found;
    }

    private static View tokens(Asked asked) throws Exception {
        View view = Lists.listed(TOKENS, asked, tokens -> UnaryOperator.identity());
        Map<String, String> uses = new HashMap<>();
        asked.tried("uses", "tokens/uses")
                .docs("items")
                .forEach(use -> uses.put(use.raw("token_id"), use.raw("last_used_at")));
        return view.with(
                "items",
                asked.document().docs("items").stream()
                        .map(token -> token.and("last_used_at", uses.getOrDefault(token.raw("token_id"), "")))
                        .toList());
    }

    private static View entry(Asked asked) throws Exception {
        Doc entry = asked.read("entry", "audit/" + asked.segment("id")).doc("entry");
        return View.titled("audit-entry", Language.t("Entry {0}", entry.count("seq")))
                .below("Audit", "/audit")
                .command("audit show " + Lists.quoted(asked.id("id")))
                .with("entry", entry)
                .with("facts", AuditColumns.ENTRY);
    }

    private static View keys(Asked asked) throws Exception {
        Doc keys = asked.tried("keys", "keys");
        return View.of("keys", "Keys").command("key list").with("keys", keys).with("columns", AuditColumns.KEYS);
    }

    private static View specialist(Asked asked) throws Exception {
        Doc specialist = asked.read("specialist", "specialists/" + asked.segment("id"));
        return View.titled("specialist", specialist.text("name", TITLE))
                .below("Specialists", "/specialists")
                .command("specialist list")
                .with("doc", specialist)
                .with("gate", GateView.of(specialist))
                .with("columns", AuditColumns.PROMOTIONS)
                .with(
                        "promotions",
                        asked.read("promotions", "promotions?specialist=" + asked.segment("id"))
                                .docs("items"));
    }
}
