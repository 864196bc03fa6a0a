package dev.stoa.server.openai;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.specialist.Specialist;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Refusal;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.Agent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The models that there are for a caller. Thread-safe. */
final class Models {
    /** The model of vectors. */
    static final Model EMBED = new Model(Model.Kind.EMBED, "embed");

    private static final String DEBATED = "debate";
    private static final List<Preset> PRESETS = List.of(Preset.LADDER, Preset.CLASSIC, Preset.VOTE, Preset.ROUND_TABLE);

    private final Backend backend;

    Models(Backend backend) {
        this.backend = backend;
    }

    /** The models that a caller may use. */
    List<Model> list(Principal by) {
        Stoa stoa = backend.stoa();
        Principal reading = by.with(Right.READ);
        List<Model> models = new ArrayList<>();
        if (Rights.has(by, Model.Kind.COUNSEL.need())) {
            fixed(Model.Kind.COUNSEL).forEach(models::add);
        }
        if (Rights.has(by, Model.Kind.DEBATE.need())) {
            fixed(Model.Kind.DEBATE).forEach(models::add);
        }
        if (Rights.has(by, EMBED.kind().need()) && stoa.embedder().isOn()) {
            models.add(EMBED);
        }
        if (Rights.has(by, Model.Kind.SPECIALIST.need())) {
            specialists(reading)
                    .map(one -> new Model(Model.Kind.SPECIALIST, one.name()))
                    .forEach(models::add);
        }
        if (Rights.has(by, Model.Kind.AGENT.need())) {
            stoa.society().agents().list(reading, Agents.Shown.LIVE).stream()
                    .filter(Agent::isRunnable)
                    .map(agent -> new Model(Model.Kind.AGENT, agent.identity()))
                    .forEach(models::add);
        }
        return models;
    }

    private static Stream<Model> fixed(Model.Kind kind) {
        Stream<String> names = kind == Model.Kind.COUNSEL
                ? Stream.concat(Arrays.stream(Level.values()).map(Level::text), Stream.of(DEBATED))
                : PRESETS.stream().map(Preset::text);
        return names.map(name -> new Model(kind, name));
    }

    private Stream<Specialist> specialists(Principal reading) {
        return backend.stoa().counsel().specialists().enabled(reading).stream();
    }

    /** The level of a model that weighs answers. */
    static Level level(Model model) {
        return model.kind() == Model.Kind.SPECIALIST
                ? Level.FAST
                : isDebated(model) ? Level.MAXIMUM : Level.of(model.name());
    }

    /** Whether a debate between the authors of the answers is held in any case. */
    static boolean isDebated(Model model) {
        return model.kind() == Model.Kind.COUNSEL && model.name().equals(DEBATED);
    }

    /** The agents that are asked, as their descriptions; none for those that are usual. */
    List<String> panel(Principal by, Model model) {
        return model.kind() == Model.Kind.SPECIALIST
                ? List.of(specialist(by, model.name()).orElseThrow(() -> unknown(model.id())))
                : List.of();
    }

    private Optional<String> specialist(Principal by, String name) {
        return specialists(by.with(Right.READ))
                .filter(one -> one.name().equals(name))
                .findFirst()
                .map(one -> one.name() + "=" + one.activeModel());
    }

    /**
     * The model of a name for a caller that may use it; the first slash may be a colon.
     *
     * @throws Refusal with the code {@code model_not_found} if there is none
     */
    Model chat(Principal by, String name) {
        Model model =
                find(name).filter(found -> found.kind() != Model.Kind.EMBED).orElseThrow(() -> unknown(name));
        // Before it is looked for: a caller that may not use it learns nothing about it.
        Rights.check(by, model.kind().need(), "the model " + Bounds.shown(model.id()));
        boolean there = switch (model.kind()) {
            case SPECIALIST -> specialist(by, model.name()).isPresent();
            case AGENT -> list(by).contains(model);
            case COUNSEL, DEBATE, EMBED -> true;
        };
        if (!there) {
            throw unknown(name);
        }
        return model;
    }

    /** The model that a name may stand for, which need not be there. */
    static Optional<Model> find(String name) {
        String id = canonical(name);
        int slash = id.indexOf('/');
        String rest = slash < 0 ? "" : id.substring(slash + 1);
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        return switch (id.substring(0, slash)) {
            case "stoa" ->
                Stream.of(fixed(Model.Kind.COUNSEL), fixed(Model.Kind.DEBATE), Stream.of(EMBED))
                        .flatMap(each -> each)
                        .filter(model -> model.name().equals(rest))
                        .findFirst();
            case "specialist" -> Optional.of(new Model(Model.Kind.SPECIALIST, rest));
            case "agent" -> Optional.of(new Model(Model.Kind.AGENT, rest));
            default -> Optional.empty();
        };
    }

    private static String canonical(String name) {
        int colon = name.indexOf(':');
        int slash = name.indexOf('/');
        return colon < 0 || (slash >= 0 && slash < colon)
                ? name
                : name.substring(0, colon) + "/" + name.substring(colon + 1);
    }

    /** The model of a name among those that a caller may use. */
    Model listed(Principal by, String name) {
        return find(name).filter(model -> list(by).contains(model)).orElseThrow(() -> unknown(name));
    }

    static Refusal unknown(String name) {
        return Refusal.of(
                        404,
                        "model_not_found",
                        "there is no model " + Bounds.shown(name),
                        "see GET /v1/models for those that you may use")
                .of("model");
    }
}
