package dev.stoa.counsel.seal;

import java.security.GeneralSecurityException;

/**
 * What makes and reads keysets, found by {@link java.util.ServiceLoader}. Implementations are thread-safe. The library
 * behind it would bring core over its bound of size, so it is present only with the module {@code stoa-seal}.
 *
 * <p>A keyset is text that holds secret keys; none of it may be shown or logged.
 */
public interface KeysetLibrary {
    /** A new keyset with one key for sealing. */
    String newSealingKeyset() throws GeneralSecurityException;

    /** A new keyset with one key for the index. */
    String newIndexKeyset() throws GeneralSecurityException;

    /** The keys of a keyset for sealing; refused if one of them is of another kind. */
    SealingKeys sealing(String keyset) throws GeneralSecurityException;

    /** The key of a keyset for the index; refused if it is of another kind. */
    IndexKey index(String keyset) throws GeneralSecurityException;

    /** The keyset for sealing with a new key, under which is sealed from now on. */
    String rotated(String keyset) throws GeneralSecurityException;

    /** The keyset for the index with a new key, which is the one from now on, and the one before. */
    String indexRotated(String keyset) throws GeneralSecurityException;

    /** The keyset for sealing without a key, which must not be the one under which is sealed. */
    String without(String keyset, long keyId) throws GeneralSecurityException;
}
