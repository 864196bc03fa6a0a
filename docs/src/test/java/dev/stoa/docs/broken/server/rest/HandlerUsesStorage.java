package dev.stoa.docs.broken.server.rest;

import dev.stoa.docs.broken.storage.StorageUsesSearch;

public record HandlerUsesStorage(StorageUsesSearch storage) {}
