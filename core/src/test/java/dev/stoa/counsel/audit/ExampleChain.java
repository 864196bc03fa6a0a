package dev.stoa.counsel.audit;

import dev.stoa.base.Trace;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The three rows whose hashes the specification gives. */
final class ExampleChain {
    static final String ARCHIVE_ID = "018f2b1e-0000-7000-8000-000000000001";
    static final String ORIGIN = "stoa/" + ARCHIVE_ID;
    static final byte[] SECRET =
            HexFormat.of().parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    static final String VKEY = ORIGIN + "+a2fe83f2+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea";
    static final String NOTE = ORIGIN + "\n3\n9D7lIop3KjyJRuxtHj3EDXRGbxXJb8Iy8xLxIu35iGQ=\n\n\u2014 " + ORIGIN
            + " ov6D8kCFQsDKc298SQUkQjH7mO9o5hHSQWhKi9gmE+6HEZ/8RBjpFKdM/2hZLbB7RkGYS3XrC3/LfMvC0mQPMeoi2Ak=\n";

    static final List<String> DETAILS_HASHES = List.of(
            "c4fab7fc6a0d8df8c8cf37538f1d06ab2fdd78cdc11a83ae8b7a452e101c2ed2",
            "2a06f32236009637a092a0f7f5e3d1cce980936b11ef56e2a822fc62531535a7",
            "d2809b7eb45ebc1eb65b9eb87cd8c39c8a61f0d39334e378f1804175d7278713");
    static final List<String> HASHES = List.of(
            "32ec08e7dcb3f752ce8485e0364ac298974f3a777ea8ea58b03d5022c9d2ae0e",
            "464580ba6e7e2da25b43bac6a6118bf1016431fef64f019d5ae06a9fbc346e12",
            "edcbe908caed88b35e5c6541320007280242f9c1cc5cf1ac0149142a8685c157");
    static final List<String> ROOTS = List.of(
            "67c6268b0d9c773be37ef23cefd3324cd41a80f466d0e761e0e3f66c37a3bee0",
            "52e3bbd0c6e77234cf2ff6f3876ffa2931374da2fdb44a02874ef781c2342ce3",
            "f43ee5228a772a3c8946ec6d1e3dc40d74466f15c96fc232f312f122edf98864");

    private ExampleChain() {}

    /** Writes the three rows into a log that has none. */
    static void write(Tx tx) {
        tx.update("""
                INSERT INTO counsel_meta (key, value) VALUES ('archive_id', ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value""", ARCHIVE_ID);
        AuditLog log = new AuditLog(Ids.system(), AuditPlaces.in(Path.of("nowhere")));
        AuditHead head = new AuditHead(0, RowHasher.FIRST, "");
        log.write(tx, head, AuditEvent.of("init", Trace.NONE, Map.of()), at(1_767_225_600_000L), "a1", salt(0x00));
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("winner", "sokrates");
        details.put("corrections", 2);
        details.put("note", "naïve");
        log.write(
                tx,
                AuditHead.read(tx).orElseThrow(),
                new AuditEvent(
                        "query",
                        new Trace(null, "r1", "t1"),
                        "s1",
                        "c1",
                        "law",
                        "sokrates",
                        "panel",
                        0.625,
                        0.8,
                        12.0,
                        null,
                        details),
                at(1_767_225_601_500L),
                "a2",
                salt(0x10));
        log.write(
                tx,
                AuditHead.read(tx).orElseThrow(),
                AuditEvent.of("erasure", new Trace("k1", null, null), Map.of("seqs", List.of(2)))
                        .once("erase:c1"),
                at(1_767_225_602_250L),
                "a3",
                salt(0x20));
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    private static byte[] salt(int first) {
        byte[] salt = new byte[RowHasher.SALT];
        for (int i = 0; i < salt.length; i++) {
            salt[i] = (byte) (first + i);
        }
        return salt;
    }
}
