package dev.stoa.counsel.seal;

import java.security.GeneralSecurityException;
import java.util.List;

/** The keys under which values are sealed, by their ids, which are unsigned numbers of 32 bits. Thread-safe. */
public interface SealingKeys {
    /** The key under which is sealed. */
    long primary();

    /** Every key, in the order of the keyset. */
    List<Long> ids();

    /** The sealed form: {@code 0x01}, the id in 4 bytes, a nonce of 12, the ciphertext and a tag of 16. */
    byte[] seal(byte[] plain, byte[] associated) throws GeneralSecurityException;

    /** What was sealed; fails if anything of the value or of what it is associated with was changed. */
    byte[] open(byte[] sealed, byte[] associated) throws GeneralSecurityException;
}
