package dev.stoa.docs.broken.debate.rules;

import java.nio.file.Files;
import java.nio.file.Path;

final class RuleReadsFile {
    boolean decide(Path file) {
        return Files.exists(file);
    }
}
