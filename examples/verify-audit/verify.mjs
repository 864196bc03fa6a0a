// Checks an audit log without Stoa and without anything but Node:
//   node verify.mjs EXPORT [--checkpoint FILE]... [--key VKEY]   an export, against checkpoints signed by the key
//   node verify.mjs --proof FILE --key VKEY                      that one event is in the log
// Exit 0: it holds, 1: it does not, 2: wrong arguments. The export is read line by line, so its length does not matter.
import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const COLUMNS = ["seq", "prev_hash", "id", "created_at", "event_type", "session_id", "trace_id", "request_id", "token_id",
  "conversation_id", "field", "specialist", "routing_mode", "u_score", "confidence", "latency_ms", "event_key",
  "details_hash"];
const REALS = new Set(["created_at", "u_score", "confidence", "latency_ms"]);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const leaf = (rowHash) => sha256(Buffer.of(0), rowHash);
const node = (left, right) => sha256(Buffer.of(1), left, right);
const wrong = [];

function encoded(name, value) {
  if (value === null || value === undefined) return Buffer.from("N");
  const bytes = Buffer.alloc(9, name === "seq" ? "I" : REALS.has(name) ? "R" : "T");
  if (name === "seq") bytes.writeBigInt64BE(BigInt(value), 1);
  else if (REALS.has(name)) bytes.writeDoubleBE(value, 1);
  else bytes.writeUInt32BE(Buffer.byteLength(value), 1);
  return bytes[0] === 0x54 ? Buffer.concat([bytes.subarray(0, 5), Buffer.from(value)]) : bytes;
}
const preimage = (row) => Buffer.concat([Buffer.from("stoa.audit.v1\0"), ...COLUMNS.map((n) => encoded(n, row[n]))]);
const detailsHash = (row) =>
  sha256("stoa.details.v1\0", Buffer.from(row.details_salt, "hex"), Buffer.from(row.details, "utf8")).toString("hex");

function publicKey(vkey) {
  const [, name, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey);
  const typed = Buffer.from(key, "base64");
  const expected = sha256(name, "\n", typed).subarray(0, 4).toString("hex");
  if (typed.length !== 33 || typed[0] !== 1 || id !== expected) throw new Error(`${vkey} is no Ed25519 key of a log`);
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), typed.subarray(1)]);
  return { name, id, key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

function checkpoint(note, vkey) {
  const { name, id, key } = publicKey(vkey);
  const end = note.indexOf("\n\n") + 1;
  const text = note.slice(0, end);
  const [origin, size, root] = text.split("\n");
  const signed = note.slice(end + 1).split("\n").some((line) => {
    const [dash, signer, keyed] = line.split(" ");
    const bytes = Buffer.from(keyed ?? "", "base64");
    return dash === "\u2014" && signer === name && bytes.subarray(0, 4).toString("hex") === id
      && verify(null, Buffer.from(text, "utf8"), key, bytes.subarray(4));
  });
  if (end < 1 || origin !== name || !signed) throw new Error(`a checkpoint of ${origin} is not signed by ${name}`);
  return { size: Number(size), root: Buffer.from(root, "base64") };
}

async function log(file, notes, vkey) {
  let head, signed = [], previous = "0".repeat(64), rows = 0, erased = new Set(), frontier = [];
  const root = () => frontier.map(({ hash }) => hash).reduceRight((right, left) => node(left, right));
  for await (const line of createInterface({ input: createReadStream(file, "utf8") })) {
    const row = JSON.parse(line);
    if (!head) {
      if (row.format !== "stoa.audit.v1") throw new Error(`${file} is no export of an audit log`);
      signed = notes.map((note) => checkpoint(note, vkey ?? row.vkey));
      head = row;
      continue;
    }
    rows += 1;
    if (row.seq !== rows) wrong.push(`row ${rows} is missing or out of order: found ${row.seq}`);
    if (row.prev_hash !== previous) wrong.push(`row ${row.seq} does not continue the row before it`);
    const hash = sha256(preimage(row));
    if (hash.toString("hex") !== row.curr_hash) wrong.push(`row ${row.seq} was edited`);
    if (row.details === null) erased.add(row.seq);
    else if (detailsHash(row) !== row.details_hash) wrong.push(`the details of row ${row.seq} were edited`);
    else if (row.event_type === "erasure") JSON.parse(row.details).seqs.forEach((seq) => erased.delete(seq));
    previous = row.curr_hash;
    let tree = { hash: leaf(Buffer.from(row.curr_hash, "hex")), leaves: 1 };
    while (frontier.at(-1)?.leaves === tree.leaves) {
      tree = { hash: node(frontier.pop().hash, tree.hash), leaves: 2 * tree.leaves };
    }
    frontier.push(tree);
    for (const each of signed.filter(({ size }) => size === rows)) {
      if (!each.root.equals(root())) wrong.push(`the first ${rows} rows are not those that a checkpoint signed`);
    }
  }
  erased.forEach((seq) => wrong.push(`the details of row ${seq} were removed without an erasure`));
  signed.filter(({ size }) => size > rows).forEach(({ size }) => wrong.push(`${size} rows were signed, ${rows} are left`));
  if (head.size !== rows || head.head_hash !== previous) wrong.push("the rows do not end where the export says");
  return `${rows} rows, ${signed.length} checkpoints, root ${root().toString("hex")}`;
}

function proof(file, vkey) {
  const text = readFileSync(file, "utf8");
  const end = text.indexOf("\n\n");
  const [form, extra, at, ...path] = text.slice(0, end).split("\n");
  const signed = checkpoint(text.slice(end + 2), vkey);
  if (form !== "c2sp.org/tlog-proof@v1") throw new Error(`${file} is no proof`);
  let index = Number(at.slice("index ".length)), last = signed.size - 1;
  const inside = index >= 0 && index <= last;
  const row = Buffer.from(extra.slice("extra ".length), "base64");
  let hash = leaf(sha256(row));
  for (const other of path.map((line) => Buffer.from(line, "base64"))) {
    const left = index % 2 === 1 || index === last;
    hash = left ? node(other, hash) : node(hash, other);
    if (left) for (; index % 2 === 0 && index !== 0; index /= 2) last = Math.floor(last / 2);
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  if (!inside || last !== 0 || !hash.equals(signed.root)) wrong.push("the event is not in the log that the checkpoint signed");
  return `event ${row.readBigInt64BE(15)} is in a log of ${signed.size}`;
}

const { values: { checkpoint: kept, key, proof: proved }, positionals: [file] } = parseArgs({ allowPositionals: true,
  options: { checkpoint: { type: "string", multiple: true, default: [] }, key: { type: "string" }, proof: { type: "string" } } });
if (!file && !(proved && key)) process.exit(2);
try {
  const found = proved ? proof(proved, key) : await log(file, kept.map((each) => readFileSync(each, "utf8")), key);
  if (wrong.length === 0) console.log(`ok: ${found}`);
} catch (error) {
  wrong.push(error.message);
}
wrong.slice(0, 100).forEach((line) => console.log(`wrong: ${line}`));
process.exit(wrong.length > 0 ? 1 : 0);
