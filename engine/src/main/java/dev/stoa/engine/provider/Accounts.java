package dev.stoa.engine.provider;

import dev.stoa.StoaConfig;
import dev.stoa.config.Setting;
import dev.stoa.engine.provider.Vendor.Account;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the key and the address of each service come from: the settings first, then the usual variables. Immutable. */
record Accounts(StoaConfig config, Map<String, String> environment) {
    private static final String OLLAMA = "http://127.0.0.1:11434";

    static String name(Vendor vendor) {
        return vendor.name().toLowerCase(Locale.ROOT);
    }

    /** The account of a service; empty if it has no key and cannot do without. */
    Optional<Account> of(Vendor vendor) {
        return switch (vendor) {
            case OPENAI -> {
                String url = url(ProviderSettings.OPENAI_URL);
                String key = key(ProviderSettings.OPENAI_KEY, variables(vendor));
                yield key == null && url == null ? Optional.empty() : Optional.of(new Account(key, url));
            }
            case ANTHROPIC -> keyed(vendor, ProviderSettings.ANTHROPIC_KEY, ProviderSettings.ANTHROPIC_URL);
            case GEMINI -> keyed(vendor, ProviderSettings.GEMINI_KEY, ProviderSettings.GEMINI_URL);
            case OLLAMA -> {
                String url = url(ProviderSettings.OLLAMA_URL);
                yield Optional.of(new Account(null, url == null ? host(variable("OLLAMA_HOST")) : url));
            }
        };
    }

    private Optional<Account> keyed(
            Vendor vendor, Setting<Optional<String>> keySetting, Setting<Optional<String>> urlSetting) {
        String key = key(keySetting, variables(vendor));
        return key == null ? Optional.empty() : Optional.of(new Account(key, url(urlSetting)));
    }

    /** What to do about a missing key. */
    String hint(Vendor vendor) {
        return "set provider." + name(vendor) + ".api_key in stoa.toml, or " + String.join(" or ", variables(vendor));
    }

    private static List<String> variables(Vendor vendor) {
        return switch (vendor) {
            case OPENAI -> List.of("OPENAI_API_KEY");
            case ANTHROPIC -> List.of("ANTHROPIC_API_KEY");
            case GEMINI -> List.of("GEMINI_API_KEY", "GOOGLE_API_KEY");
            case OLLAMA -> List.of();
        };
    }

    private @Nullable String key(Setting<Optional<String>> setting, List<String> variables) {
        Optional<String> configured = config.get(setting);
        if (configured.isPresent()) {
            return configured.get();
        }
        for (String variable : variables) {
            String value = variable(variable);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private @Nullable String url(Setting<Optional<String>> setting) {
        return config.get(setting).orElse(null);
    }

    private @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** The address that OLLAMA_HOST stands for, which may be a host, with or without port and scheme. */
    static String host(@Nullable String given) {
        if (given == null) {
            return OLLAMA;
        }
        String url = given.contains("://") ? given : "http://" + given;
        // A server listens on all addresses, but a client needs one.
        url = url.replace("//0.0.0.0", "//127.0.0.1");
        return url.matches("http://[^/:]+/?") ? url.replaceAll("/$", "") + ":11434" : url;
    }
}
