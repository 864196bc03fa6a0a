package dev.stoa.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Processes that share the work of a contest, each a JVM of its own. Not thread-safe. They end with the process that
 * started them, however it ends: each reads from it all the time, and ends when there is nothing more to read.
 */
public final class Fleet implements AutoCloseable {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    private static final long CLOSING_SECONDS = 20;
    private static final String PREPARE = "prepare";
    private static final String READY = "ready";
    private static final String GO = "go";
    private static final String DONE = "done";
    private static final String FAILED = "failed";
    private static final String END = "end";

    private final List<Member> members = new ArrayList<>();
    private final Thread atExit = new Thread(this::stop, "fleet");

    /**
     * Starts so many processes.
     *
     * @param options of the JVMs
     * @param program a class whose main method calls {@link #serve}
     * @param arguments what the process of a number is given, from 0
     */
    public Fleet(int processes, List<String> options, Class<?> program, IntFunction<List<String>> arguments)
            throws IOException {
        Runtime.getRuntime().addShutdownHook(atExit);
        boolean complete = false;
        try {
            for (int number = 0; number < processes; number++) {
                members.add(new Member(options, program, arguments.apply(number)));
            }
            for (Member member : members) {
                member.hear(READY);
            }
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /** Makes some work ready in a process; the result does so many operations and returns their check. */
    public interface Program extends AutoCloseable {
        Callable<Long> prepare(String work, int ops) throws Exception;

        @Override
        void close() throws Exception;
    }

    /** The other side: makes the program and does what is asked for, until the end. */
    public static void serve(Callable<? extends Program> made) throws InterruptedException {
        BlockingQueue<String> commands = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().start(() -> listen(commands));
        try (Program program = made.call()) {
            say(READY);
            for (String command = commands.take(); !command.equals(END); command = commands.take()) {
                String[] words = command.split(" ", 3);
                Callable<Long> work = program.prepare(words[2], Integer.parseInt(words[1]));
                say(READY);
                if (!commands.take().equals(GO)) {
                    break;
                }
                long compiled = COMPILER.getTotalCompilationTime();
                long cpu = SYSTEM.getProcessCpuTime();
                long check = work.call();
                cpu = SYSTEM.getProcessCpuTime() - cpu;
                say(DONE + " " + cpu + " " + (COMPILER.getTotalCompilationTime() - compiled) + " " + check);
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            say(FAILED + " " + (e instanceof ExecutionException ? e.getCause() : e));
        }
    }

    private static void listen(BlockingQueue<String> commands) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(line);
                if (line.equals(END)) {
                    return;
                }
            }
        } catch (IOException e) {
            say(FAILED + " " + e);
        }
        // The input is over without a word about the end: whoever gave the commands is gone.
        Runtime.getRuntime().halt(1);
    }

    private static void say(String line) {
        System.out.println(line.replace('\n', ' '));
        System.out.flush();
    }

    /**
     * A contender that some of the processes are, each with an equal part of the operations.
     *
     * @param processes how many, from the first on
     * @param work what the program is told
     */
    public Contender contender(String name, int processes, String work) {
        return new Crew(name, List.copyOf(members.subList(0, processes)), work);
    }

    /** Some of the processes at one kind of work. Not thread-safe. */
    private static final class Crew implements Contender {
        private final String name;
        private final List<Member> crew;
        private final String work;
        private long compiled;

        Crew(String name, List<Member> crew, String work) {
            this.name = name;
            this.crew = crew;
            this.work = work;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Sample run(int ops) throws IOException {
            for (Member member : crew) {
                member.tell(PREPARE + " " + ops / crew.size() + " " + work);
            }
            for (Member member : crew) {
                member.hear(READY);
            }
            long start = System.nanoTime();
            for (Member member : crew) {
                member.tell(GO);
            }
            long cpu = 0;
            long check = 0;
            for (Member member : crew) {
                String[] numbers = member.hear(DONE).split(" ", -1);
                cpu += Long.parseLong(numbers[1]);
                compiled += Long.parseLong(numbers[2]);
                check += Long.parseLong(numbers[3]);
            }
            return new Sample(ops, System.nanoTime() - start, cpu, check);
        }

        @Override
        public long compiledElsewhere() {
            return compiled;
        }

        @Override
        public void close() {}
    }

    /** Lets the processes close what they have and waits for them; those that do not come to an end are killed. */
    @Override
    public void close() throws IOException {
        try {
            for (Member member : members) {
                member.end();
            }
            for (Member member : members) {
                member.process.waitFor(CLOSING_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stop();
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
    }

    private void stop() {
        members.forEach(member -> member.process.destroyForcibly());
    }

    /** One of the processes, as seen from the one that started it. Not thread-safe. */
    private static final class Member {
        private final Process process;
        private final BufferedWriter commands;
        private final BufferedReader answers;

        Member(List<String> options, Class<?> program, List<String> arguments) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m"));
            command.addAll(options);
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
            command.addAll(arguments);
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            commands = process.outputWriter(StandardCharsets.UTF_8);
            answers = process.inputReader(StandardCharsets.UTF_8);
        }

        void tell(String line) throws IOException {
            commands.write(line + "\n");
            commands.flush();
        }

        String hear(String expected) throws IOException {
            String answer = answers.readLine();
            if (answer == null || !answer.startsWith(expected)) {
                throw new IOException("a process was to say " + expected + " and "
                        + (answer == null ? "has ended" : "said: " + answer));
            }
            return answer;
        }

        /** One that has ended already, or has said so, cannot be told. */
        void end() {
            try {
                tell(END);
                commands.close();
            } catch (IOException gone) {
                process.destroyForcibly();
            }
        }
    }
}
