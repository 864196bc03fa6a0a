package dev.stoa.docs.broken.search;

import dev.stoa.docs.broken.embedder.Model;

public record CoreUsesModel(Model model) {}
