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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The providers that a configuration knows, by name, with their prices. Immutable; {@link #with} makes another. */
public final class Providers {
    private static final String COMMAND = "command";

    /** The provider of agents that only pretend to answer. */
    private static final String SIM = "sim";

    private final Map<String, Provider> providers;
    private final Map<String, String> missing;
    private final Map<String, Command> commands;
    private final Map<String, Price> prices;

    private Providers(
            Map<String, Provider> providers,
            Map<String, String> missing,
            Map<String, Command> commands,
            Map<String, Price> prices) {
        this.providers = Collections.unmodifiableMap(new TreeMap<>(providers));
        this.missing = Map.copyOf(missing);
        this.commands = Collections.unmodifiableMap(commands);
        this.prices = Map.copyOf(prices);
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
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(30))
                // A redirect would carry the key to another address.
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
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
                    account.<Provider>map(given -> new ModelProvider(vendor, given, client, clock))
                            .orElseGet(() -> call -> {
                                throw CallFailure.refused("provider " + name(vendor) + " has no key");
                            }));
        }
        providers.put(COMMAND, new CommandProvider(commands, environment));
        return new Providers(providers, missing, commands, prices);
    }

    private static String name(Vendor vendor) {
        return Accounts.name(vendor);
    }

    /** These and one more, or another of that name. */
    public Providers with(String name, Provider provider) {
        Map<String, Provider> all = new TreeMap<>(providers);
        all.put(name, provider);
        return new Providers(all, missing, commands, prices);
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
