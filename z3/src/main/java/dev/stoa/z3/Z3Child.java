package dev.stoa.z3;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Global;
import com.microsoft.z3.Params;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Status;
import com.microsoft.z3.Version;
import com.microsoft.z3.Z3Exception;
import dev.stoa.learning.proof.ProverProgram;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;

/**
 * The program that a proof starts: reads a statement, asks Z3 and says what it answers, one line a step. It has a
 * process of its own because Z3 ends its process where it runs out of room, and does not always give up in time.
 * Hazard: only what {@link Z3Program#classPath} names is there when it runs, so of our other classes it may use constants
 * alone.
 */
final class Z3Child {
    /** Deep terms take deep recursion inside Z3. */
    private static final long STACK_BYTES = 512L << 20;

    private static final int LONGEST_MODEL = 4_096;

    private final PrintStream out;
    private final int limitMs;
    private final int assertions;

    private Z3Child(PrintStream out, int limitMs, int assertions) {
        this.out = out;
        this.limitMs = limitMs;
        this.assertions = assertions;
    }

    /**
     * Runs it.
     *
     * @param args the limit in milliseconds, the memory in MiB and the number of assertions
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        String statement = new String(new FileInputStream(FileDescriptor.in).readAllBytes(), UTF_8);
        Z3Child child = new Z3Child(out, Integer.parseInt(args[0]), Integer.parseInt(args[2]));
        Thread thread = new Thread(null, () -> child.run(args[1], statement), "z3", STACK_BYTES);
        thread.start();
        thread.join();
        // Z3 has threads of its own that may still be busy.
        Runtime.getRuntime().halt(0);
    }

    private void run(String memory, String statement) {
        try {
            Global.setParameter("memory_max_size", memory);
            say("ready", Version.getFullVersion());
            prove(statement);
        } catch (Z3Exception e) {
            say("error", String.valueOf(e.getMessage()));
        } catch (LinkageError e) {
            say("error", "the library of Z3 cannot be loaded: " + e);
        } catch (StackOverflowError | OutOfMemoryError e) {
            say("error", e.toString());
        }
    }

    private void prove(String statement) {
        try (Context context = new Context()) {
            BoolExpr[] all = context.parseSMTLIB2String(statement, null, null, null, null);
            if (all.length != assertions) {
                say("error", "Z3 read " + all.length + " assertions of " + assertions);
                return;
            }
            say("parsed", "");
            if (ask(context, all) == Status.UNSATISFIABLE) {
                ask(context, Arrays.copyOf(all, all.length - 1));
            }
        }
    }

    private Status ask(Context context, BoolExpr[] assumed) {
        Solver solver = context.mkSolver();
        Params params = context.mkParams();
        params.add("timeout", limitMs);
        solver.setParameters(params);
        solver.add(assumed);
        Status status = solver.check();
        String words = switch (status) {
            case SATISFIABLE -> cut(String.valueOf(solver.getModel()));
            case UNSATISFIABLE -> "";
            case UNKNOWN -> String.valueOf(solver.getReasonUnknown());
        };
        say(status.name().toLowerCase(Locale.ROOT), words);
        return status;
    }

    /** Written out here, because core is not on the class path of this process. */
    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST_MODEL
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_MODEL));
    }

    private void say(String step, String words) {
        out.println(ProverProgram.MARK + " " + step + " " + Base64.getEncoder().encodeToString(words.getBytes(UTF_8)));
    }
}
