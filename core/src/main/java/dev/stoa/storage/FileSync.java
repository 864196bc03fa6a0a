package dev.stoa.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Forces files and directory entries to the disk. Stateless. */
public final class FileSync {
    private FileSync() {}

    public static void force(Path fileOrDirectory) throws IOException {
        try (FileChannel channel = FileChannel.open(fileOrDirectory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
