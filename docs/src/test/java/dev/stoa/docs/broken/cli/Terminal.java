package dev.stoa.docs.broken.cli;

public final class Terminal {
    public static void say(String text) {
        System.out.println(text);
    }

    private Terminal() {}
}
