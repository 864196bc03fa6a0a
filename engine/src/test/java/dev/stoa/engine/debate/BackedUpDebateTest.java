package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.debate.ReceiptReport;
import dev.stoa.debate.SessionRow;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.Phase;
import dev.stoa.debate.rules.Preset;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Debates are the same wherever their backup is restored, and those that were not over go on there. */
@ParameterizedClass
@EnumSource(Dialect.class)
@Timeout(180)
class BackedUpDebateTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    @TempDir
    Path backups;

    @Test
    void whatWasBackedUpReplaysAndGoesOnElsewhere() throws Exception {
        Path backup = backups.resolve("all.stoa");
        String classic;
        String code;
        String waiting;
        List<Map<String, @Nullable Object>> said;
        String outcome;
        String receipt;
        try (Ground ground = Ground.on(dialect, folder)) {
            classic = ground.run(Ground.request("q3", "sim", 4)
                            .preset(Preset.CLASSIC)
                            .rounds(2)
                            .set("early_stop", false)
                            .set("learn", true))
                    .row()
                    .id();
            ground.script().says(ResumeLawTest::coded);
            code = ground.run(ResumeLawTest.code()).row().id();
            waiting = ground.run(Ground.request("q1", "sim", 3).gates(List.of(Phase.PROPOSAL)))
                    .row()
                    .id();
            said = ground.said(classic);
            outcome = ground.outcome(classic);
            receipt = ground.stoa().debate().receipts().of(classic).json();
            assertThat(ground.examine()).isEmpty();
            try (Site site = ground.site()) {
                Backup.write(site, Stoa.ARCHIVES, backup, false, "test", ground.clock());
            }
        }

        try (Ground ground = Ground.on(dialect, elsewhere)) {
            ground.stoa().close();
            try (Site site = ground.site()) {
                Backup.restore(backup, site, Stoa.ARCHIVES, true);
            }
            ground.reopen();

            assertThat(ground.examine()).isEmpty();
            assertThat(ground.said(classic)).isEqualTo(said);
            assertThat(ground.outcome(classic)).isEqualTo(outcome);
            ground.proves(classic);
            ground.proves(code);
            ReceiptReport report = ground.stoa().debate().receipts().verify(Json.parseObject(receipt));
            assertThat(report.mismatches()).isEmpty();
            assertThat(ground.stoa().debate().outbox().counts(classic).pending())
                    .isLessThanOrEqualTo(1);
            String gate = ground.stoa()
                    .debate()
                    .gates()
                    .pending(waiting)
                    .orElseThrow()
                    .id();
            ground.stoa().debate().gates().decide(gate, Verdict.APPROVE, "ana", null);
            assertThat(ground.resume(waiting).row().status()).isEqualTo(SessionRow.Status.COMPLETED);
            ground.proves(waiting);
            assertThat(ground.examine()).isEmpty();
        }
    }
}
