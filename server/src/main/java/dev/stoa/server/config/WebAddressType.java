package dev.stoa.server.config;

import dev.stoa.config.SettingType;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/** Addresses of HTTP servers, to which paths are added: kept without a slash at their end. Immutable. */
record WebAddressType() implements SettingType<String> {
    private static final int LONGEST = 2_048;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    @Override
    public String expected() {
        return "an http or https URL with a host, without query and fragment, such as https://stoa.example.org";
    }

    @Override
    public String read(Object plain) {
        if (plain instanceof String text && text.length() <= LONGEST && isAddress(text)) {
            int end = text.length();
            while (text.charAt(end - 1) == '/') {
                end--;
            }
            return text.substring(0, end);
        }
        throw refused(plain);
    }

    private static boolean isAddress(String text) {
        try {
            URI address = new URI(text);
            return address.getScheme() != null
                    && SCHEMES.contains(address.getScheme().toLowerCase(Locale.ROOT))
                    && address.getHost() != null
                    && address.getRawUserInfo() == null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    @Override
    public Object plain(String value) {
        return value;
    }
}
