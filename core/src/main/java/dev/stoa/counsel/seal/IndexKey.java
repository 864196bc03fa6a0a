package dev.stoa.counsel.seal;

import java.security.GeneralSecurityException;
import java.util.List;

/** The key that hides what is compared but not read, such as words of the index, and those before it. Thread-safe. */
public interface IndexKey {
    /** The first bytes of HMAC-SHA256 under the key, at most 32. */
    byte[] hash(byte[] input, int bytes) throws GeneralSecurityException;

    /** The same under every key of the keyset, in no order. */
    List<byte[]> hashes(byte[] input, int bytes) throws GeneralSecurityException;
}
