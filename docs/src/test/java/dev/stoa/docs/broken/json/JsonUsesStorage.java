package dev.stoa.docs.broken.json;

import dev.stoa.docs.broken.storage.StorageUsesSearch;

public record JsonUsesStorage(StorageUsesSearch other) {}
