package dev.stoa.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs made of a few lines of shell that stand in for a JDK or Maven. Stateless. */
final class Tools {
    private Tools() {}

    /** A JDK that names itself and then prints its arguments, one in a line; asked for an AOT cache it makes one. */
    static Path jdk(Path home, String version) throws IOException {
        script(home.resolve("bin/java"), """
                case $1 in
                    -XX:AOTCacheOutput=*) echo cache >"${1#*=}"; exit ;;
                esac
                printf '%s\\n' "java of VERSION" "$@"
                """.replace("VERSION", version));
        script(home.resolve("bin/javac"), "exit 1\n");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    /** An executable shell script. */
    static Path script(Path file, String text) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, "#!/bin/sh\n" + text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
