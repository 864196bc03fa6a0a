package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.counsel.specialist.Gate;
import dev.stoa.counsel.specialist.PromoteRequest;
import dev.stoa.counsel.specialist.Promotion;
import dev.stoa.counsel.specialist.SpecialistView;
import dev.stoa.counsel.specialist.Specialists;
import dev.stoa.engine.counsel.SpecialistModels;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code specialist}: who answers questions. Used by one thread. */
@Command(
        name = "specialist",
        description = "Manage who answers questions, compare models beside each other, and promote the better one.",
        addMethodSubcommands = false)
public final class SpecialistCommand extends CommandGroup {
    private static final String NAME = "Name of the specialist.";
    private static final String MODEL = "Model as PROVIDER:MODEL, with ?key=value&… if needed.";
    private static final String REASON = "Reason, kept on record.";

    @Command(name = "add", description = "Add a specialist, or use a retired one again.")
    void add(
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Parameters(paramLabel = "SPEC", description = MODEL) String model,
            @Option(
                            names = "--field",
                            paramLabel = "FIELD",
                            split = ",",
                            description =
                                    "Field that the specialist is for; several separated by commas (default: all)")
                    @Nullable
                    List<String> fields) {
        try (Stoa stoa = main.open()) {
            String checked = checked(stoa, name, model);
            specialists(stoa).add(main.principal(), name, checked, fields == null ? List.of() : fields);
            show(stoa, name, name + " answers by " + checked);
        }
    }

    @Command(name = "list", description = "List specialists with their models, reliability and comparison.")
    void list(@Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<SpecialistView> page = specialists(stoa).list(main.principal(), paging.request());
            Columns columns = new Columns();
            for (SpecialistView view : page.items()) {
                String shadow = view.specialist().shadowModel();
                columns.row(
                        view.specialist().name(),
                        view.specialist().state().text(),
                        view.specialist().activeModel(),
                        shadow == null ? "" : "shadow " + shadow,
                        gate(view));
            }
            List<String> lines = new ArrayList<>(page.items().isEmpty() ? List.of("no specialists") : columns.lines());
            if (page.next() != null) {
                lines.add("more with --cursor " + page.next());
            }
            main.print(
                    Json.object(
                            "items",
                            page.items().stream().map(SpecialistView::document).toList(),
                            "next",
                            page.next()),
                    lines);
        }
    }

    private static String gate(SpecialistView view) {
        Gate gate = view.gate();
        if (gate == null) {
            return "";
        }
        String numbers = gate.mean() == null
                ? "no scores yet"
                : String.format(Locale.ROOT, "%d scores, mean difference %.4f", gate.n(), gate.mean());
        return numbers + (view.rollbackAdvised() ? ", rollback advised" : gate.passed() ? ", may be promoted" : "");
    }

    @Command(name = "retire", description = "Stop asking a specialist; its record remains.")
    void retire(@Parameters(paramLabel = "NAME", description = NAME) String name) {
        try (Stoa stoa = main.open()) {
            specialists(stoa).retire(main.principal(), name);
            show(stoa, name, name + " is retired");
        }
    }

    @Command(
            name = "shadow",
            description = "Compare another model with that of a specialist on the same questions; --off ends it.")
    void shadow(
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Parameters(paramLabel = "SPEC", arity = "0..1", description = MODEL) @Nullable String model,
            @Option(names = "--off", description = "End the comparison.") boolean off) {
        if ((model == null) != off) {
            throw Bounds.invalid("a shadow is a model or none", "give the model, or --off");
        }
        try (Stoa stoa = main.open()) {
            String checked = model == null ? null : checked(stoa, name, model);
            specialists(stoa).shadow(main.principal(), name, checked);
            show(stoa, name, checked == null ? name + " has no shadow" : name + " is compared with " + checked);
        }
    }

    @Command(
            name = "promote",
            description = "Let the shadow answer in place of the present model, if the comparison allows it.")
    void promote(
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Option(
                            names = "--to",
                            paramLabel = "SPEC",
                            description = "Model to promote (default: the shadow); another one needs --force.")
                    @Nullable
                    String to,
            @Option(names = "--reason", paramLabel = "TEXT", description = REASON) @Nullable String reason,
            @Option(names = "--force", description = "Promote without a passed comparison; needs --reason.")
                    boolean force) {
        PromoteRequest request = new PromoteRequest(to, reason, force);
        try (Stoa stoa = main.open()) {
            PromoteRequest checked = to == null ? request : new PromoteRequest(checked(stoa, name, to), reason, force);
            changed(specialists(stoa).promote(main.principal(), name, checked));
        }
    }

    @Command(name = "rollback", description = "Undo the last promotion of a specialist.")
    void rollback(
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Option(names = "--reason", paramLabel = "TEXT", description = REASON) @Nullable String reason) {
        try (Stoa stoa = main.open()) {
            changed(specialists(stoa).rollback(main.principal(), name, reason));
        }
    }

    private void changed(Promotion promotion) {
        main.print(
                promotion.document(),
                List.of(promotion.specialist() + " answers by " + promotion.toModel() + " now, before by "
                        + promotion.fromModel()));
    }

    private void show(Stoa stoa, String name, String line) {
        main.print(specialists(stoa).get(main.principal(), name).document(), List.of(line));
    }

    private static Specialists specialists(Stoa stoa) {
        return stoa.counsel().specialists();
    }

    private String checked(Stoa stoa, String name, String model) {
        return SpecialistModels.checked(stoa, main.engines(stoa).providers(), name, model);
    }
}
