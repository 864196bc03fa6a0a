package dev.stoa.seal;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeyStatus;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.Parameters;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import com.google.crypto.tink.prf.HmacPrfParameters;
import com.google.crypto.tink.prf.PredefinedPrfParameters;
import com.google.crypto.tink.prf.Prf;
import com.google.crypto.tink.prf.PrfConfig;
import com.google.crypto.tink.prf.PrfSet;
import dev.stoa.counsel.seal.IndexKey;
import dev.stoa.counsel.seal.KeysetLibrary;
import dev.stoa.counsel.seal.SealingKeys;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Keysets in Tink's JSON: AES-256-GCM for sealing and HMAC-SHA256 for the index. Stateless. */
public final class TinkKeysets implements KeysetLibrary {
    private static final Parameters SEALING = PredefinedAeadParameters.AES256_GCM;

    /** For {@link java.util.ServiceLoader}. */
    public TinkKeysets() {}

    @Override
    public String newSealingKeyset() throws GeneralSecurityException {
        AeadConfig.register();
        return text(KeysetHandle.generateNew(SEALING, RegistryConfiguration.get()));
    }

    @Override
    public String newIndexKeyset() throws GeneralSecurityException {
        PrfConfig.register();
        return text(KeysetHandle.generateNew(PredefinedPrfParameters.HMAC_SHA256_PRF, RegistryConfiguration.get()));
    }

    @Override
    public SealingKeys sealing(String keyset) throws GeneralSecurityException {
        KeysetHandle handle = sealingHandle(keyset);
        return new TinkSealingKeys(
                Integer.toUnsignedLong(handle.getPrimary().getId()),
                ids(handle),
                handle.getPrimitive(RegistryConfiguration.get(), Aead.class));
    }

    private record TinkSealingKeys(long primary, List<Long> ids, Aead aead) implements SealingKeys {
        @Override
        public byte[] seal(byte[] plain, byte[] associated) throws GeneralSecurityException {
            return aead.encrypt(plain, associated);
        }

        @Override
        public byte[] open(byte[] sealed, byte[] associated) throws GeneralSecurityException {
            return aead.decrypt(sealed, associated);
        }
    }

    @Override
    public IndexKey index(String keyset) throws GeneralSecurityException {
        return new TinkIndexKey(indexHandle(keyset).getPrimitive(RegistryConfiguration.get(), PrfSet.class));
    }

    private record TinkIndexKey(PrfSet keys) implements IndexKey {
        @Override
        public byte[] hash(byte[] input, int bytes) throws GeneralSecurityException {
            return keys.computePrimary(input, bytes);
        }

        @Override
        public List<byte[]> hashes(byte[] input, int bytes) throws GeneralSecurityException {
            List<byte[]> hashes = new ArrayList<>();
            for (Prf key : keys.getPrfs().values()) {
                hashes.add(key.compute(input, bytes));
            }
            return hashes;
        }
    }

    @Override
    public String indexRotated(String keyset) throws GeneralSecurityException {
        KeysetHandle.Builder next = KeysetHandle.newBuilder(indexHandle(keyset));
        for (int i = next.size() - 1; i >= 0; i--) {
            if (!next.getAt(i).isPrimary()) {
                next.deleteAt(i);
            }
        }
        return text(next.addEntry(KeysetHandle.generateEntryFromParameters(PredefinedPrfParameters.HMAC_SHA256_PRF)
                        .withRandomId()
                        .makePrimary())
                .build());
    }

    private static KeysetHandle indexHandle(String keyset) throws GeneralSecurityException {
        PrfConfig.register();
        KeysetHandle handle = parsed(keyset);
        for (int i = 0; i < handle.size(); i++) {
            if (!(handle.getAt(i).getKey().getParameters() instanceof HmacPrfParameters kind)
                    || kind.getHashType() != HmacPrfParameters.HashType.SHA256) {
                throw new GeneralSecurityException("a key is no HMAC-SHA256 PRF");
            }
        }
        return handle;
    }

    @Override
    public String rotated(String keyset) throws GeneralSecurityException {
        return text(KeysetHandle.newBuilder(sealingHandle(keyset))
                .addEntry(KeysetHandle.generateEntryFromParameters(SEALING)
                        .withRandomId()
                        .makePrimary())
                .build());
    }

    @Override
    public String without(String keyset, long keyId) throws GeneralSecurityException {
        KeysetHandle handle = sealingHandle(keyset);
        KeysetHandle.Builder rest = KeysetHandle.newBuilder(handle);
        rest.deleteAt(ids(handle).indexOf(keyId));
        return text(rest.build());
    }

    private static KeysetHandle sealingHandle(String keyset) throws GeneralSecurityException {
        AeadConfig.register();
        KeysetHandle handle = parsed(keyset);
        for (int i = 0; i < handle.size(); i++) {
            if (!SEALING.equals(handle.getAt(i).getKey().getParameters())) {
                throw new GeneralSecurityException("a key is not AES-256-GCM with Tink's prefix");
            }
            if (!KeyStatus.ENABLED.equals(handle.getAt(i).getStatus())) {
                throw new GeneralSecurityException("a key is disabled");
            }
        }
        return handle;
    }

    private static List<Long> ids(KeysetHandle handle) {
        return IntStream.range(0, handle.size())
                .mapToObj(i -> Integer.toUnsignedLong(handle.getAt(i).getId()))
                .toList();
    }

    private static KeysetHandle parsed(String keyset) throws GeneralSecurityException {
        return TinkJsonProtoKeysetFormat.parseKeyset(
                keyset, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
    }

    private static String text(KeysetHandle handle) throws GeneralSecurityException {
        return TinkJsonProtoKeysetFormat.serializeKeyset(
                        handle, RegistryConfiguration.get(), InsecureSecretKeyAccess.get())
                + "\n";
    }
}
