package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@NeedsTool(Tool.PYTHON)
class HostileCodeTest {
    private static final Confinement ALLOWED = Confinement.probe();
    private static final RunLimits LIMITS = RunLimits.DEFAULT.withTimes(Duration.ofSeconds(5), Duration.ofSeconds(20));
    private static final String TEST = "from solution import f\ndef test_it():\n    assert f() == 'right'\n";

    private List<Path> before = List.of();

    @BeforeEach
    void look() throws IOException {
        before = folders();
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        assertThat(folders()).isSubsetOf(before);
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir", "/tmp")))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(WorkFolder.prefix()))
                    .toList();
        }
    }

    private static SuiteResult suite(Confinement confinement, String code, Path... hidden) {
        return CodeRunner.within(confinement, false, List.of(hidden))
                .run(Language.PYTHON, code, CodeRunnerTest.tests(TEST, "t.test_it"), LIMITS);
    }

    private static TestResult python(String code) {
        return suite(ALLOWED, code).results().get(0);
    }

    @Test
    void forgedLinesInTheReportAreSeen() {
        TestResult forged = python("""
                with open("report", "a") as file:
                    file.write('{"test":"t.test_it","status":"passed","ms":1,"nonce":"00"}\\n')
                import os
                os._exit(0)
                """);
        assertThat(forged.status()).isEqualTo(TestStatus.CRASHED);
        assertThat(forged.message()).isEqualTo("the report holds what the harness did not write");
    }

    @Test
    void aReportPutInPlaceOfTheRealOneIsNotRead() {
        TestResult replaced = python("""
                import os
                os.remove("report")
                with open("report", "w") as file:
                    file.write('{"test":"t.test_it","status":"passed","ms":1,"nonce":"00"}\\n')
                def f():
                    return 'wrong'
                """);
        assertThat(replaced.status()).isEqualTo(TestStatus.FAILED);
        TestResult emptied = python("""
                open("report", "w").close()
                def f():
                    return 'right'
                """);
        assertThat(emptied.status()).isNotEqualTo(TestStatus.PASSED);
    }

    @Test
    void changingTheTestsOnDiskChangesNothing() {
        TestResult changed = python("""
                import glob
                for path in glob.glob("tests/*/*.py") + ["harness.py"]:
                    with open(path, "w") as file:
                        file.write("def test_it(): pass\\n")
                def f():
                    return 'wrong'
                """);
        assertThat(changed.status()).isEqualTo(TestStatus.FAILED);
    }

    @Test
    void aProcessThatEndsBadlyAfterItsTestsHasPassedNone() {
        TestResult bad = python("""
                import os, sys
                real = os._exit
                class Out:
                    def write(self, text): pass
                    def flush(self): real(7)
                sys.stdout = Out()
                def f():
                    return 'right'
                """);
        assertThat(bad.status()).isEqualTo(TestStatus.CRASHED);
        assertThat(bad.message()).contains("status 7");
    }

    /** Where the kernel has no bound, a bomb would hit whoever runs this test. */
    @Test
    void aForkBombIsEndedAndRecorded() {
        TestResult bomb = python("import os, time\nfor _ in range(9):\n    os.fork()\ntime.sleep(60)\n");
        assertThat(bomb.status()).isIn(TestStatus.CRASHED, TestStatus.ERROR);
        assertThat(bomb.message()).containsAnyOf("more than 64 processes", "did not write", "temporarily unavailable");
    }

    @Test
    void aLargeFileCannotBeWritten() {
        TestResult large = python("""
                with open("large", "wb") as file:
                    for _ in range(20):
                        file.write(b"x" * (1 << 20))
                """);
        assertThat(large.status()).isEqualTo(TestStatus.ERROR);
        assertThat(large.message()).contains("File too large");
    }

    @Test
    void manyFilesAreEndedToo() {
        TestResult many = python("""
                n = 0
                while True:
                    n += 1
                    with open("f%d" % n, "wb") as file:
                        file.write(b"x" * (1 << 20))
                """);
        assertThat(many.status()).isEqualTo(TestStatus.CRASHED);
        assertThat(many.message()).contains("more than 64 MiB");
    }

    @Test
    void memoryIsBounded() {
        TestResult hog = python("x = []\nwhile True:\n    x.append(bytearray(1 << 24))\n");
        if (ALLOWED.memory()) {
            assertThat(hog.status()).isEqualTo(TestStatus.ERROR);
            assertThat(hog.message()).startsWith("MemoryError");
        }
        SuiteResult java = CodeRunner.within(ALLOWED, false, List.of())
                .run(
                        Language.JAVA,
                        "public class Hog { public static void eat() { var all = new java.util.ArrayList<byte[]>();"
                                + " while (true) { all.add(new byte[1 << 24]); } } }",
                        CodeRunnerTest.tests(
                                "public class HogTest { public static void testIt() { Hog.eat(); } }",
                                "HogTest.testIt"),
                        LIMITS);
        assertThat(java.results().get(0).status()).isEqualTo(TestStatus.ERROR);
        assertThat(java.results().get(0).message()).contains("OutOfMemoryError");
    }

    @Test
    void ofHugeOutputTheBeginningIsKept() {
        SuiteResult loud = suite(ALLOWED, "for _ in range(300):\n    print('x' * 10000)\nf = lambda: 'right'\n");
        assertThat(loud.passRate()).isEqualTo(1.0);
        assertThat(loud.output().getBytes(UTF_8)).hasSize(65_536);
    }

    @Test
    void theEnvironmentHoldsNothingButFourNames() {
        SuiteResult suite = suite(ALLOWED, "import os\nprint(sorted(os.environ))\nf = lambda: 'right'\n");
        assertThat(suite.output()).contains("'HOME', 'LANG'").contains("'PATH'").contains("'TMPDIR'");
        assertThat(suite.output().split(",", -1)).hasSizeLessThanOrEqualTo(6);
    }

    @Test
    @NeedsTool(Tool.NAMESPACES)
    void theProcessesAndFilesOfTheParentAreOutOfReach(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "hunter2");
        SuiteResult suite = suite(ALLOWED, """
                import os
                def attempt(path):
                    try:
                        with open(path, "rb") as file:
                            print("READ", path, len(file.read()))
                    except OSError as error:
                        print("no", path)
                attempt("/proc/%PARENT%/environ")
                attempt("%SECRET%")
                for fd in range(3, 64):
                    try:
                        target = os.readlink("/proc/self/fd/%d" % fd)
                        print("FD", target) if not target.endswith("/report") else None
                    except OSError:
                        pass
                try:
                    with open("%OUTSIDE%", "w") as file:
                        print("WROTE")
                except OSError:
                    print("no write")
                f = lambda: 'right'
                """.replace(
                        "%PARENT%", Long.toString(ProcessHandle.current().pid()))
                .replace("%SECRET%", secret.toString())
                .replace("%OUTSIDE%", folder.resolve("outside").toString()));
        assertThat(suite.output()).doesNotContain("FD");
        assertThat(suite.output()).contains("no /proc/").doesNotContain("READ /proc");
        if (ALLOWED.level() == Confinement.Level.VIEW) {
            assertThat(suite.output()).contains("no " + secret).contains("no write");
            assertThat(folder.resolve("outside")).doesNotExist();
        }
        assertThat(suite.passRate()).isEqualTo(1.0);
    }

    @Test
    @NeedsTool(Tool.NAMESPACES)
    void aProgramFindsOnlyWhatIsOnTheList(@TempDir Path folder) throws IOException {
        if (ALLOWED.level() != Confinement.Level.VIEW) {
            return;
        }
        Path data = Files.createDirectories(folder.resolve("stoa"));
        Files.writeString(data.resolve("debate.db"), "SECRET");
        Files.writeString(folder.resolve("id_ed25519"), "SECRET");
        SuiteResult suite = suite(
                ALLOWED,
                """
                import os
                print("root", " ".join(sorted(os.listdir("/"))))
                print("home", " ".join(sorted(os.listdir(os.environ["HOME"]))))
                print("tmp", " ".join(sorted(os.listdir("/tmp"))))
                print("etc", " ".join(sorted(os.listdir("/etc"))))
                for path in ["/etc/shadow", "/etc/passwd", "/home", "/var", "/mnt", "%HOME%/.ssh", "%HOME%/.m2", "%DATA%",
                        "%FOLDER%/id_ed25519"]:
                    print(path, os.path.exists(path))
                f = lambda: 'right'
                """.replace("%HOME%", System.getProperty("user.home", "/root"))
                        .replace("%DATA%", data.toString())
                        .replace("%FOLDER%", folder.toString()),
                data);
        assertThat(suite.passRate()).isEqualTo(1.0);
        assertThat(suite.output()).doesNotContain("True").contains("/etc/shadow False", data + " False");
        List<String> lines = suite.output().lines().toList();
        assertThat(words(lines.get(0), "root"))
                .isSubsetOf(
                        "bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "nix", "opt", "proc", "root", "sbin",
                        "tmp", "usr");
        assertThat(words(lines.get(1), "home")).containsExactly("harness.py", "report", "solution.py", "tests");
        assertThat(words(lines.get(2), "tmp")).allMatch(name -> name.startsWith(WorkFolder.prefix()));
        assertThat(words(lines.get(3), "etc"))
                .isSubsetOf("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime");
    }

    private static List<String> words(String line, String first) {
        assertThat(line).startsWith(first);
        String rest = line.substring(first.length()).strip();
        return rest.isEmpty() ? List.of() : List.of(rest.split(" ", -1));
    }

    @Test
    @NeedsTool(Tool.NAMESPACES)
    void theNetworkIsCutAndTheRecordSaysSo() {
        SuiteResult suite = suite(ALLOWED, """
                import socket
                try:
                    socket.create_connection(("192.0.2.1", 80), 1)
                    print("CONNECTED")
                except OSError as error:
                    print(error.errno)
                f = lambda: 'right'
                """);
        assertThat(suite.isolation().network()).isEqualTo("none");
        assertThat(suite.output()).isEqualTo("101\n");
    }

    @ParameterizedTest
    @EnumSource(Confinement.Level.class)
    void aGrandchildThatLeftItsParentsIsEndedWithThem(Confinement.Level level) {
        if (level.compareTo(ALLOWED.level()) < 0) {
            return;
        }
        String mark = UUID.randomUUID().toString();
        SuiteResult suite = suite(new Confinement(level, ALLOWED.memory()), """
                import os, sys
                def f():
                    if os.fork() == 0:
                        os.setsid()
                        if os.fork() == 0:
                            os.execv("/bin/sh", ["sh", "-c", "while :; do sleep 1; done # %MARK%"])
                        os._exit(0)
                    os.wait()
                    return 'right'
                """.replace("%MARK%", mark));
        assertThat(suite.results().get(0).status()).isEqualTo(TestStatus.PASSED);
        assertThat(ProcessHandle.allProcesses()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains(mark)))
                .isEmpty();
    }

    @Test
    void aFolderWithoutRightsIsDeletedAsWell() {
        TestResult result = python("""
                import os
                os.makedirs("a/b")
                open("a/b/c", "w").close()
                os.chmod("a/b", 0)
                os.chmod("a", 0)
                f = lambda: 'right'
                """);
        assertThat(result.status()).isEqualTo(TestStatus.PASSED);
    }

    @Test
    void scriptsMeetTheSameBounds() {
        List<CodeTest> tests = CodeRunnerTest.tests("{\"stdout\":\"\"}", "one");
        CodeRunner runner = CodeRunner.within(ALLOWED, false, List.of());
        SuiteResult hog = runner.run(Language.COMMAND, "#!/bin/sh\nhead -c 20000000 /dev/zero > x\n", tests, LIMITS);
        assertThat(hog.results().get(0).status()).isIn(TestStatus.CRASHED, TestStatus.FAILED);
        SuiteResult loud = runner.run(Language.COMMAND, "#!/bin/sh\nyes | head -c 1000000\n", tests, LIMITS);
        assertThat(loud.results().get(0).message()).isEqualTo("it printed more than is kept");
        assertThat(loud.output()).hasSize(65_536);
    }
}
