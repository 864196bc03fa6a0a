package dev.stoa.counsel.seal;

import java.security.GeneralSecurityException;

/** The key that hides what is compared but not read, such as words of the index. Thread-safe. */
public interface IndexKey {
    /** The first bytes of HMAC-SHA256 under the key, at most 32. */
    byte[] hash(byte[] input, int bytes) throws GeneralSecurityException;
}
