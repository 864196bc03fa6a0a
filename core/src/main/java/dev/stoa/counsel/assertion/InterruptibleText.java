package dev.stoa.counsel.assertion;

/**
 * A text on which a search ends when its thread is interrupted: a regular expression can take longer than the universe
 * lasts, and nothing else stops it. Immutable.
 */
record InterruptibleText(CharSequence text) implements CharSequence {
    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("the check took too long");
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new InterruptibleText(text.subSequence(start, end));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
