package dev.stoa.server.rest;

import dev.stoa.json.Json;
import dev.stoa.learning.consensus.Proof;
import dev.stoa.learning.consensus.ProofLanguage;
import dev.stoa.learning.proof.ProofRequest;
import dev.stoa.learning.proof.Proofs;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.List;

/** Claims that provers checked. */
final class ProofRoutes {
    // A request is answered while its client waits, so it may not ask for as long as the command line.
    private static final int LONGEST_MILLIS = 30_000;

    private final Backend backend;

    ProofRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post("proofs", "proof check", "Check a claim with a prover.", Scope.WRITE, Repeat.NONE)
                        .body(
                                Field.word("language", ProofLanguage.values(), "The language of the statement.")
                                        .must(),
                                Field.text("formal_statement", 1, 262_144, "The claim.")
                                        .must(),
                                Fields.id("debate_id", "The debate that it belongs to (default: standalone)"),
                                Field.whole(
                                        "timeout_ms",
                                        100,
                                        LONGEST_MILLIS,
                                        "Milliseconds that each question to the prover may take (default: 10000)"))
                        .mark(Route.Mark.VERIFIES)
                        .handle(
                                Example.send(
                                                "proofs",
                                                "{\"language\":\"z3_smt\",\"formal_statement\":"
                                                        + "\"(declare-const x Int)(assert (> x 3))"
                                                        + "(assert (not (> x 2)))\"}")
                                        .status(201),
                                this::check),
                Route.get(
                                "proofs",
                                "proof list",
                                "List attempts to prove something, the latest first.",
                                Scope.READ_AGENT)
                        .paged(Fields.id("debate_id", "Only attempts of this debate."))
                        .handle(
                                Example.get("proofs?limit=2"),
                                call -> call.list(proofs(call)
                                        .list(call.query().textOrNull("debate_id"), call.page())
                                        .map(Proof::document))),
                Route.get("proofs/{id}", "proof show", "Show one attempt.", Scope.READ_AGENT)
                        .handle(
                                Example.get("proofs/{proof}"),
                                call -> Answer.ok(document(proofs(call).show(call.path("id"))))));
    }

    private Proofs proofs(Call call) {
        return backend.stoa().learning().proofs().as(call.by());
    }

    private static Object document(Proof proof) {
        return Json.object("proof", proof.document());
    }

    private Answer check(Call call) {
        Proof proof = proofs(call).remote().check(ProofRequest.fromJson(call.body()));
        return Answer.added(true, "proofs/" + proof.id(), document(proof));
    }
}
