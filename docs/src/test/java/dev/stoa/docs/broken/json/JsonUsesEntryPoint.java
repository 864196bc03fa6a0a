package dev.stoa.docs.broken.json;

import dev.stoa.docs.broken.EntryPoint;

public record JsonUsesEntryPoint(EntryPoint entry) {}
