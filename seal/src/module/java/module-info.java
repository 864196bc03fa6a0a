/** Encryption at rest with Tink. */
module dev.stoa.seal {
    requires dev.stoa.core;
    requires com.google.crypto.tink;
    // Tink names no modules it needs: its keysets are protocol buffers, written as JSON.
    requires com.google.gson;
    requires com.google.protobuf;

    provides dev.stoa.counsel.seal.KeysetLibrary with
            dev.stoa.seal.TinkKeysets;
}
