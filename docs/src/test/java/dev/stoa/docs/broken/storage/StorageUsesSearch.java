package dev.stoa.docs.broken.storage;

import dev.stoa.docs.broken.search.SearchUsesWing;

public record StorageUsesSearch(SearchUsesWing search) {}
