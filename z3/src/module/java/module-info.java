/** The prover Z3. */
module dev.stoa.z3 {
    requires dev.stoa.core;
    requires tools.aqua.turnkey.z3;

    provides dev.stoa.learning.proof.ProverProgram with
            dev.stoa.z3.Z3Program;
}
