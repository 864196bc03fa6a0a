package dev.stoa.docs.broken.counsel;

record Unmarked(String name) {}
