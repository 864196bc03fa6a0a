// Checks a JSON receipt of a debate without Stoa:  npm install && node verify.mjs receipt.json
// It recomputes the three hashes with RFC 8785 and counts the votes that decided. Exit 0: it holds, 1: it does not.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import canonicalize from "canonicalize";

const FIELDS = ["receipt_version", "session", "config_sha256", "outcome", "outcome_sha256", "turns", "options",
  "ballots", "checks", "flips", "gates", "versions", "dissents", "evidence", "grade", "chain", "generated_at",
  "receipt_sha256"];
const sha256 = (value) => createHash("sha256").update(canonicalize(value), "utf8").digest("hex");
const wrong = [];
const same = (what, expected, found) => {
  if (expected !== found) wrong.push(`${what}: expected ${expected}, found ${found}`);
};

const receipt = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const name of Object.keys(receipt)) {
  if (!FIELDS.includes(name)) wrong.push(`${name}: no field of a receipt`);
}
same("receipt_version", 1, receipt.receipt_version);

const { generated_at, receipt_sha256, ...covered } = receipt;
same("receipt_sha256", sha256(covered), receipt_sha256);
same("config_sha256", sha256(receipt.session.config), receipt.config_sha256);

const outcome = receipt.outcome;
if (receipt.outcome_sha256 !== null) {
  same("outcome_sha256", sha256(outcome), receipt.outcome_sha256);
  const final = receipt.ballots.filter((ballot) => ballot.stage === "final");
  const last = Math.max(...final.map((ballot) => ballot.round * 1000 + ballot.attempt));
  const cast = final.filter((ballot) => ballot.counted && ballot.round * 1000 + ballot.attempt === last);
  for (const row of outcome.tally) {
    same(`votes for ${row.option}`, cast.filter((ballot) => ballot.choice === row.option).length, row.votes);
  }
}
receipt.turns.forEach((turn, index) => {
  same(`turn ${index + 1}`, index + 1, turn.turn_seq);
  if (turn.visible_turns.some((seen) => seen >= turn.turn_seq)) wrong.push(`turn ${index + 1} saw a later one`);
});

wrong.forEach((line) => console.log(`wrong: ${line}`));
if (wrong.length > 0) process.exit(1);
console.log(`ok: ${receipt.turns.length} turns, ${receipt.ballots.length} ballots, chain head ${receipt.chain.head}`);
