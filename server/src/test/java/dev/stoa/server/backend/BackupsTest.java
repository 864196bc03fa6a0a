package dev.stoa.server.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupsTest {
    private static final Principal BY = Principal.operator("ana");

    @Test
    void aBackupLeavesNothingBehindWhetherItIsSentOrFails(@TempDir Path folder, @TempDir Path copies) throws Exception {
        Places places = new Places("backups", 1);
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder)));
        Stoa stoa = Stoa.open(config, InstantSource.system());
        Backups.Made made = Backups.make(stoa, BY, places.take(), copies);
        assertThatThrownBy(places::take).hasMessageContaining("1 backups, which is its limit");
        made.sendTo(new ByteArrayOutputStream());
        assertThat(copies).isEmptyDirectory();
        stoa.close();
        assertThatThrownBy(() -> Backups.make(stoa, BY, places.take(), copies)).isInstanceOf(StoaException.class);
        assertThat(copies).isEmptyDirectory();
        Path gone = copies.resolve("gone");
        assertThatThrownBy(() -> Backups.make(stoa, BY, places.take(), gone))
                .isInstanceOf(StoaException.class)
                .hasMessageNotContaining(gone.toString());
        assertThat(Files.exists(gone)).isFalse();
        places.take().close();
    }
}
