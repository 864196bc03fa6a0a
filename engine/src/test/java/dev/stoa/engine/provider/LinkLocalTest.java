package dev.stoa.engine.provider;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkLocalTest {
    private static final URI NAMED = URI.create("https://models.example.org:8443/v1");
    private static final Duration MOST = Duration.ofSeconds(60);

    private static LinkLocal leadingTo(String address) {
        return new LinkLocal(host -> List.of(InetAddress.getByName("192.0.2.7"), InetAddress.getByName(address)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"169.254.169.254", "169.254.0.0", "169.254.255.255", "fe80::1", "febf::1", "::ffff:169.254.1.2"})
    void aNameThatLeadsToALinkLocalAddressIsRefused(String address) {
        assertThatThrownBy(() -> leadingTo(address).check(NAMED, MOST))
                .isInstanceOf(CallFailure.class)
                .hasMessageContaining("link-local");
    }

    @ParameterizedTest
    @ValueSource(strings = {"169.253.255.255", "169.255.0.0", "127.0.0.1", "10.1.2.3", "fec0::1", "2001:db8::1"})
    void othersAreNot(String address) {
        assertThatCode(() -> leadingTo(address).check(NAMED, MOST)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://169.254.169.254/v1", "http://[fe80::1]/v1"})
    void anAddressInDigitsIsMeant(String url) {
        assertThatCode(() -> LinkLocal.system().check(URI.create(url), MOST)).doesNotThrowAnyException();
    }

    @Test
    void aNameThatLeadsNowhereIsLeftToTheCall() {
        LinkLocal nowhere = new LinkLocal(host -> {
            throw new UnknownHostException(host);
        });

        assertThatCode(() -> nowhere.check(NAMED, MOST)).doesNotThrowAnyException();
    }

    @Test
    void aNameThatTakesTooLongIsATimeout() {
        CountDownLatch never = new CountDownLatch(1);
        LinkLocal slow = new LinkLocal(host -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        });

        assertThatThrownBy(() -> slow.check(NAMED, Duration.ofMillis(1)))
                .isInstanceOf(CallFailure.class)
                .hasMessage("no answer within 1 ms");
        never.countDown();
    }
}
