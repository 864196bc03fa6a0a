package dev.stoa.docs.broken.debate.rules;

import dev.stoa.docs.broken.storage.StorageUsesSearch;

record RuleReadsArchive(StorageUsesSearch archive) {}
