package dev.stoa.engine.provider;

import dev.stoa.StoaConfig;
import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Nearest;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.engine.provider.Vendor.Account;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The providers that a configuration knows, by name, with the prices and context windows of their models. Immutable; {@link #with} makes another. */
public final class Providers {
    private static final String COMMAND = "command";

    /** A prompt has at least this many tokens. */
    private static final long SMALLEST_WINDOW = 16;

    /** The provider of agents that only pretend to answer. */
    private static final String SIM = "sim";

    private final Map<String, Provider> providers;
    private final Map<String, String> missing;
    private final Map<String, Command> commands;
    private final Map<String, Price> prices;
    private final Map<String, Long> windows;
    private final CallObserver observer;

    private Providers(
            Map<String, Provider> providers,
            Map<String, String> missing,
            Map<String, Command> commands,
            Map<String, Price> prices,
            Map<String, Long> windows,
            CallObserver observer) {
        this.providers = Collections.unmodifiableMap(new TreeMap<>(providers));
        this.missing = Map.copyOf(missing);
        this.commands = Collections.unmodifiableMap(commands);
        this.prices = Map.copyOf(prices);
        this.windows = Map.copyOf(windows);
        this.observer = observer;
    }

    /**
     * The language models and commands of a configuration that was loaded with {@link ProviderSettings#module}.
     *
     * @param environment the variables of the process: keys by their usual names, and what commands are passed
     */
    public static Providers of(StoaConfig config, Map<String, String> environment, InstantSource clock) {
        Map<String, Command> commands = new LinkedHashMap<>();
        config.tables(ProviderSettings.COMMANDS)
                .forEach((name, values) -> commands.put(name, Command.of(name, values)));
        Map<String, Price> prices = new LinkedHashMap<>();
        config.tables(ProviderSettings.PRICES)
                .forEach((name, values) -> prices.put(
                        name,
                        new Price(values.get(ProviderSettings.PRICE_IN), values.get(ProviderSettings.PRICE_OUT))));
        Map<String, Long> windows = new LinkedHashMap<>();
        config.tables(ProviderSettings.WINDOWS)
                .forEach((name, values) -> windows.put(
                        name, values.get(ProviderSettings.WINDOW_TOKENS).longValue()));
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(30))
                // A redirect would carry the key to another address.
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        LinkLocal linkLocal = LinkLocal.system();
        Accounts accounts = new Accounts(config, environment);
        Map<String, Provider> providers = new TreeMap<>();
        Map<String, String> missing = new TreeMap<>();
        for (Vendor vendor : Vendor.values()) {
            Optional<Account> account = accounts.of(vendor);
            if (account.isEmpty()) {
                missing.put(name(vendor), accounts.hint(vendor));
            }
            providers.put(
                    name(vendor),
                    account.<Provider>map(given -> new ModelProvider(vendor, given, client, linkLocal, clock))
                            .orElseGet(() -> call -> {
                                throw CallFailure.refused("provider " + name(vendor) + " has no key");
                            }));
        }
        providers.put(COMMAND, new CommandProvider(commands, environment));
        return new Providers(providers, missing, commands, prices, windows, CallObserver.NONE);
    }

    private static String name(Vendor vendor) {
        return Accounts.name(vendor);
    }

    /** These and one more, or another of that name. */
    public Providers with(String name, Provider provider) {
        Map<String, Provider> all = new TreeMap<>(providers);
        all.put(name, provider);
        return new Providers(all, missing, commands, prices, windows, observer);
    }

    /** These, of whose calls an observer is told. */
    public Providers observedBy(CallObserver watching) {
        return new Providers(providers, missing, commands, prices, windows, watching);
    }

    /** Who is told of calls. */
    public CallObserver observer() {
        return observer;
    }

    /** The names of all of them. */
    public Set<String> names() {
        return providers.keySet();
    }

    /** The provider of a name. */
    public Optional<Provider> find(String name) {
        return Optional.ofNullable(providers.get(name));
    }

    /** The configured commands, by name. */
    public Map<String, Command> commands() {
        return commands;
    }

    /** What tokens of a model cost in US dollars; null if no price is configured. */
    public @Nullable Double cost(Target target, int tokensIn, int tokensOut) {
        Price price = prices.get(target.toString());
        return price == null ? null : price.of(tokensIn, tokensOut);
    }

    /** The tokens of the longest reply of a model; null of what is no service of models. */
    public @Nullable Integer longestReply(Target target) {
        for (Vendor vendor : Vendor.values()) {
            if (name(vendor).equals(target.provider())) {
                return ModelParameters.maxTokens(target.params());
            }
        }
        return null;
    }

    /**
     * How many tokens the context window of an agent's model has: as many as it is called with, else as are configured;
     * null if neither says it. Of an agent with fall-backs it is the smallest that is known, since each may be asked.
     */
    public @Nullable Long window(AgentSpec agent) {
        Long smallest = window(agent.target());
        for (Target target : agent.fallback()) {
            Long window = window(target);
            smallest = smallest == null || (window != null && window < smallest) ? window : smallest;
        }
        return smallest;
    }

    private @Nullable Long window(Target target) {
        String called =
                target.provider().equals(name(Vendor.OLLAMA)) ? target.params().get("num_ctx") : null;
        return called == null
                ? windows.get(target.toString())
                : (Long) Math.max(SMALLEST_WINDOW, SpecText.whole(target.toString(), "num_ctx", called));
    }

    /** Refuses an agent that could not be called as it is: no such provider, command or parameter, or no key. */
    public void check(AgentSpec agent) {
        check(agent.name(), agent.target());
        agent.fallback().forEach(target -> check(agent.name(), target));
    }

    private void check(String agent, Target target) {
        String provider = SpecText.provider(agent, target.provider(), providers.keySet());
        String hint = missing.get(provider);
        if (hint != null) {
            throw Bounds.invalid("provider " + provider + " of agent " + agent + " has no key", hint);
        }
        if (provider.equals(COMMAND)) {
            checkCommand(agent, target);
        }
        checkParameters(agent, target);
    }

    /** Refuses parameters that no key and no configured command would make right. */
    public static void checkParameters(AgentSpec agent) {
        checkParameters(agent.name(), agent.target());
        agent.fallback().forEach(target -> checkParameters(agent.name(), target));
    }

    private static void checkParameters(String agent, Target target) {
        String provider = target.provider();
        if (provider.equals(SIM)) {
            SimParams.parse(agent, target.params());
        }
        for (Vendor vendor : Vendor.values()) {
            if (name(vendor).equals(provider)) {
                ModelParams.check(agent, vendor, target);
            }
        }
    }

    /**
     * Whether a model takes a parameter that its agent does not give: one that it does not take would change nothing,
     * or be refused by its service. Of a provider that is neither a service of models nor a command nothing is known.
     */
    public boolean takes(Target target, String parameter) {
        for (Vendor vendor : Vendor.values()) {
            if (name(vendor).equals(target.provider())) {
                return vendor.takes(target.model(), parameter);
            }
        }
        Command command = target.provider().equals(COMMAND) ? commands.get(target.model()) : null;
        return command == null || command.takes(parameter);
    }

    /** Refuses a parameter that is to be moved between two numbers where the agent could not be called with them. */
    public void checkRange(AgentSpec agent, String parameter, double low, double high) {
        Target target = agent.target();
        if (!target.params().containsKey(parameter) && !takes(target, parameter)) {
            throw Bounds.invalid(
                    "agent " + agent.name() + " has the parameter " + Bounds.shown(parameter) + ", which " + target
                            + " does not take",
                    "leave it out");
        }
        for (double end : List.of(low, high)) {
            Map<String, String> params = new TreeMap<>(target.params());
            params.put(parameter, ModelParams.text(parameter, end));
            SpecText.checkParam(agent.name(), parameter, ModelParams.text(parameter, end));
            checkParameters(agent.name(), new Target(target.provider(), target.model(), params));
        }
    }

    private void checkCommand(String agent, Target target) {
        Command command = commands.get(target.model());
        if (command == null) {
            throw unknown("command", target.model(), agent, commands.keySet());
        }
        if (agent.startsWith("-")) {
            throw Bounds.invalid("agent " + agent + " could be taken for an option of its command", "rename it");
        }
        command.check(target.params());
    }

    static InvalidException unknown(String what, String name, String agent, Collection<String> known) {
        return Bounds.invalid(
                "agent " + agent + " has the unknown " + what + " " + Bounds.shown(name),
                Nearest.of(name, known)
                        .map(nearest -> "did you mean " + nearest + "?")
                        .orElseGet(() -> "known are " + String.join(", ", new TreeSet<>(known))));
    }
}
