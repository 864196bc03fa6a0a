package dev.stoa.z3;

import com.microsoft.z3.Context;
import dev.stoa.learning.proof.ProverProgram;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where {@link Z3Child} and the classes it needs are. Immutable; looking there does not load Z3. */
public final class Z3Program implements ProverProgram {
    /** For {@link java.util.ServiceLoader}. */
    public Z3Program() {}

    @Override
    public String mainClass() {
        return Z3Child.class.getName();
    }

    /** Our own classes, those of Z3, and those that unpack its library; in one runnable jar they are one place. */
    @Override
    public List<Path> classPath() {
        return Stream.of(Z3Child.class, Context.class, turnKey())
                .map(Z3Program::place)
                .distinct()
                .toList();
    }

    private static Class<?> turnKey() {
        try {
            return Class.forName("tools.aqua.turnkey.support.TurnKey", false, Context.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the program lacks a part of Z3", e);
        }
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type + " has no place", e);
        }
    }
}
