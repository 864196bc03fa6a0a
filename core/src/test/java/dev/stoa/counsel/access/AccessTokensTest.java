package dev.stoa.counsel.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.StoaException;
import dev.stoa.base.Trace;
import dev.stoa.base.Trust;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.base.CounselRetention;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.json.Digest;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class AccessTokensTest {
    private static final Principal ME = Principal.local();

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private AccessFixture fixture;
    private Stoa stoa;
    private AccessTokens tokens;

    @BeforeEach
    void open() {
        fixture = new AccessFixture(dialect, folder);
        stoa = fixture.open();
        tokens = stoa.counsel().tokens();
    }

    @AfterEach
    void close() {
        stoa.close();
        fixture.close();
    }

    private CreatedToken token(String scopes) {
        return tokens.create(ME, TokenDraft.of(Scopes.parse(scopes)));
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(ForbiddenException.class)
                .hasMessage(message)
                .extracting(e -> ((StoaException) e).code())
                .isEqualTo("unauthorized");
    }

    @Test
    void aTokenHasTheFormOfTheSpecificationAndOnlyItsHashIsStored() {
        CreatedToken created = token("read");
        assertThat(created.token()).matches("stoa_[a-z2-7]{12}_[A-Za-z0-9_-]{43}");
        assertThat(created.token()).startsWith("stoa_" + created.stored().tokenId() + "_");
        assertThat(created.toString()).doesNotContain(created.token());
        String hash = fixture.archive()
                .one("SELECT hash FROM access_tokens", row -> row.text(1))
                .orElseThrow();
        assertThat(hash).isEqualTo(Digest.sha256(created.token()));
    }

    @Test
    void theHolderOfATokenIsItsSubjectWithTheRightsOfItsScopesAndNoMore() {
        Principal reader = tokens.authenticate(
                tokens.create(ME, new TokenDraft(Scopes.parse("read"), "phone", "bob", null))
                        .token(),
                "r-1",
                "t-1");
        assertThat(reader.name()).isEqualTo("bob");
        assertThat(reader.rights()).isEqualTo(Set.of(Right.NOTHING, Right.READ));
        assertThat(reader.operator()).isFalse();
        assertThat(reader.trace().request()).isEqualTo("r-1");
        assertThat(reader.trace().trace()).isEqualTo("t-1");

        assertThat(rights("ask")).isEqualTo(Set.of(Right.NOTHING, Right.ASK));
        assertThat(rights("write")).isEqualTo(Set.of(Right.NOTHING, Right.READ, Right.WRITE));
        assertThat(rights("operate"))
                .isEqualTo(Set.of(Right.NOTHING, Right.READ, Right.WRITE, Right.ASK, Right.OPERATE));
        assertThat(rights("admin")).isEqualTo(Set.of(Right.values()));
        assertThat(rights("ask,read")).isEqualTo(Set.of(Right.NOTHING, Right.ASK, Right.READ));
    }

    @Test
    void theTokensOfExecutionsGoADayAfterTheirEndAndThoseOfPeopleStay() {
        Duration hour = Duration.ofHours(1);
        CreatedToken revoked = tokens.create(ME, new TokenDraft(Scopes.inside("ana", "t1"), "", null, hour));
        tokens.revoke(ME, revoked.stored().tokenId());
        tokens.create(ME, new TokenDraft(Scopes.inside("ana", "t2"), "", null, hour));
        CreatedToken running =
                tokens.create(ME, new TokenDraft(Scopes.inside("ana", "t3"), "", null, Duration.ofDays(2)));
        CounselRetention retention = stoa.counsel().retention();
        fixture.clock.advance(Duration.ofHours(26));
        // They are the only ones: without them the server would be open.
        assertThat(retention.prune(ME, 90, false).passes()).isZero();
        CreatedToken person = token("read");
        tokens.revoke(ME, person.stored().tokenId());
        assertThat(retention.prune(ME, 90, true).passes()).isEqualTo(2);
        assertThat(retention.prune(ME, 90, false).passes()).isEqualTo(2);
        assertThat(tokens.list(ME, Page.Request.first(10)).items())
                .extracting(AccessToken::tokenId)
                .containsExactly(running.stored().tokenId(), person.stored().tokenId());
        assertThat(tokens.authenticate(running.token(), null, null).name()).isEqualTo("ana");
        refused(() -> tokens.authenticate(revoked.token(), null, null), "the token is unknown");
        fixture.clock.advance(Duration.ofDays(400));
        assertThat(retention.prune(ME, 90, false).passes()).isEqualTo(1);
        assertThat(retention.prune(ME, 90, false).passes()).isZero();
        assertThat(tokens.everCreated()).isTrue();
        assertThat(stoa.counsel().audit().tail(ME, "token_create", 50)).hasSize(4);
    }

    private Set<Right> rights(String scopes) {
        return tokens.authenticate(token(scopes).token(), null, null).rights();
    }

    @Test
    void aTokenOfAnAgentActsOnlyAsThatAgentAndNeverAsAPerson() {
        Principal ana = tokens.authenticate(token("agent:ana,ask").token(), null, null);
        assertThat(ana.agent()).isEqualTo("ana");
        assertThat(ana.rights()).isEqualTo(Set.of(Right.NOTHING, Right.READ, Right.WRITE, Right.ASK));
        assertThat(ana.ceiling()).isEqualTo(Trust.AGENT);
        assertThat(ana.operator()).isFalse();
        assertThatThrownBy(() -> tokens.create(ana, TokenDraft.of(Scopes.parse("admin"))))
                .isInstanceOf(ForbiddenException.class);
        Principal inside = tokens.authenticate(token("agent:ana,execution:t-1").token(), null, null);
        assertThat(inside.task()).isEqualTo("t-1");
        assertThat(inside.rights()).isEqualTo(Set.of(Right.NOTHING, Right.READ, Right.WRITE));
        for (String scopes : List.of(
                "agent:ana,write",
                "agent:ana,admin",
                "agent:ana,agent:bo",
                "execution:t-1",
                "execution:t-1,read",
                "agent:ana,execution:t-1,ask",
                "agent:ana,execution:t-1,execution:t-2",
                "agent:ana,execution:",
                "agent:human",
                "agent:",
                "agent:system",
                "root",
                "",
                " , ")) {
            assertThatThrownBy(() -> Scopes.parse(scopes)).as(scopes).isInstanceOf(InvalidException.class);
        }
    }

    @Test
    void onlyAnAdministratorManagesTokens() {
        Principal operator = tokens.authenticate(token("operate").token(), null, null);
        String id = token("read").stored().tokenId();
        assertThatThrownBy(() -> tokens.create(operator, TokenDraft.of(Scopes.parse("read"))))
                .isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> tokens.list(operator, Page.Request.first())).isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> tokens.revoke(operator, id)).isInstanceOf(ForbiddenException.class);
        Principal admin = tokens.authenticate(token("admin").token(), null, null);
        assertThat(tokens.revoke(admin, id).revokedAt()).isEqualTo(fixture.clock.instant());
    }

    @Test
    void whatIsMissingUnknownForgedExpiredOrRevokedIsRefused() {
        refused(() -> tokens.authenticate(null, null, null), "no token was presented");
        refused(() -> tokens.authenticate("secret", null, null), "what was presented is no token");
        String real = token("read").token();
        char last = real.charAt(real.length() - 1);
        String forged = real.substring(0, real.length() - 1) + (last == 'A' ? 'B' : 'A');
        refused(() -> tokens.authenticate(forged, null, null), "the token is unknown");
        refused(
                () -> tokens.authenticate("stoa_aaaaaaaaaaaa_" + real.substring(18), null, null),
                "the token is unknown");

        CreatedToken brief = tokens.create(ME, new TokenDraft(Scopes.parse("read"), "", null, Duration.ofSeconds(10)));
        fixture.clock.advance(Duration.ofSeconds(10).minusNanos(1_000));
        assertThat(tokens.authenticate(brief.token(), null, null).name()).isEqualTo("local");
        fixture.clock.advance(Duration.ofNanos(1_000));
        String id = brief.stored().tokenId();
        refused(() -> tokens.authenticate(brief.token(), null, null), "token " + id + " has expired");
        tokens.revoke(ME, id);
        refused(() -> tokens.authenticate(brief.token(), null, null), "token " + id + " was revoked");
    }

    @Test
    void aRevokedTokenIsRefusedInTheNextRequestInAnotherProcessAndAfterARestart() {
        CreatedToken created = token("read");
        try (Child guard = Child.start(TokenGuard.class, folder, fixture.where())) {
            guard.say(created.token());
            assertThat(guard.expect("says")).isEqualTo("local");
            tokens.revoke(ME, created.stored().tokenId());
            assertThatThrownBy(() -> tokens.authenticate(created.token(), null, null))
                    .isInstanceOf(ForbiddenException.class);
            guard.say(created.token());
            assertThat(guard.expect("says")).isEqualTo("unauthorized");
        }
        stoa.close();
        stoa = fixture.open();
        assertThatThrownBy(() -> stoa.counsel().tokens().authenticate(created.token(), null, null))
                .isInstanceOf(ForbiddenException.class);
    }

    @Test
    void noTokenPassesWhenTheTableCannotBeRead() {
        CreatedToken created = token("read");
        Archive archive = fixture.archive();
        archive.write(tx -> tx.update("ALTER TABLE access_tokens RENAME TO elsewhere"));
        assertThatThrownBy(() -> tokens.authenticate(created.token(), null, null))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("whether the token is valid cannot be found out now");
        archive.write(tx -> tx.update("ALTER TABLE elsewhere RENAME TO access_tokens"));
        assertThat(tokens.authenticate(created.token(), null, null).name()).isEqualTo("local");
    }

    @Test
    void revokingTheLastTokenClosesTheDoorAndDoesNotOpenIt() {
        assertThat(tokens.everCreated()).isFalse();
        String id = token("read").stored().tokenId();
        AccessToken first = tokens.revoke(ME, id);
        fixture.clock.advance(Duration.ofSeconds(1));
        assertThat(tokens.revoke(ME, id)).isEqualTo(first);
        assertThat(tokens.everCreated()).isTrue();
        assertThatThrownBy(() -> tokens.revoke(ME, "nobodys")).isInstanceOf(NotFoundException.class);
    }

    @Test
    void pagesConcatenateToTheListAlsoUnderEqualTimes() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            made.add(token("read").stored().tokenId());
        }
        List<String> paged = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<AccessToken> page = tokens.list(ME, new Page.Request(2, cursor));
            page.items().forEach(token -> paged.add(token.tokenId()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(paged).containsExactlyElementsOf(made.stream().sorted().toList());
        assertThatThrownBy(() -> tokens.list(ME, new Page.Request(2, "eA"))).isInstanceOf(InvalidException.class);
    }

    @Test
    void theSameKeyGivesTheFirstResultPerTokenAndAnotherBodyIsRefused() {
        Archive archive = fixture.archive();
        IdempotencyKeys keys = new IdempotencyKeys(Seal.plain());
        Principal one = ME.by(new Trace("aaaaaaaaaaaa", null, null));
        Principal other = ME.by(new Trace("bbbbbbbbbbbb", null, null));
        var request = new IdempotencyKeys.Keyed("k 1", "POST corrections", "{}");
        var now = fixture.clock.instant();
        archive.write(tx -> {
            assertThat(keys.find(tx, one, request, now)).isEmpty();
            keys.keep(tx, one, request, "c-1", now);
            return 0;
        });
        archive.write(tx -> {
            assertThat(keys.find(tx, one, request, now)).hasValue("c-1");
            assertThat(keys.find(tx, other, request, now)).isEmpty();
            assertThat(keys.find(tx, ME, request, now)).isEmpty();
            assertThatThrownBy(() ->
                            keys.find(tx, one, new IdempotencyKeys.Keyed("k 1", "POST corrections", "{\"a\":1}"), now))
                    .extracting(e -> ((StoaException) e).code())
                    .isEqualTo("key_reused");
            var day = now.plus(IdempotencyKeys.KEPT);
            assertThat(keys.find(tx, one, request, day.minusMillis(1))).hasValue("c-1");
            assertThat(keys.find(tx, one, request, day)).isEmpty();
            keys.keep(tx, one, request, "c-2", day);
            assertThat(keys.find(tx, one, request, day)).hasValue("c-2");
            return 0;
        });
        for (String key : List.of("", "x".repeat(129), "a\n", "ä")) {
            assertThatThrownBy(() -> new IdempotencyKeys.Keyed(key, "r", "b")).isInstanceOf(InvalidException.class);
        }
    }
}
