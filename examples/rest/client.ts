// A client of the REST interface with nothing but fetch: node examples/rest/client.ts [URL [TOKEN]]
// Node runs it from 22.18 on as it is, older ones from 22.6 on with --experimental-strip-types.
const base = (process.argv[2] ?? "http://127.0.0.1:7070") + "/api/v1/";
const token: string | undefined = process.argv[3];
type Json = { [name: string]: any };
type Event = { id?: string; event: string; data: Json };

/** A refusal: its code, what is wrong, and what to do. */
class Problem extends Error {
  answer: Json;
  constructor(answer: Json) {
    super(`${answer.code}: ${answer.detail} (${answer.hint})`);
    this.answer = answer;
  }
}

async function send(method: string, path: string, body?: Json, headers: Record<string, string> = {}) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Problem(await answer.json());
  return answer;
}

const call = async (method: string, path: string, body?: Json): Promise<Json> =>
  (await send(method, path, body)).json();

/** All items of a list, page by page. */
async function* items(path: string): AsyncGenerator<Json> {
  for (let at = path, page: Json; at; at = page.next && `${path}${path.includes("?") ? "&" : "?"}cursor=${page.next}`) {
    page = await call("GET", at);
    yield* page.items;
  }
}

/** The events of a stream up to its end; give the last id to go on after a break. */
async function* events(path: string, after = "0"): AsyncGenerator<Event> {
  const stream = await send("GET", path, undefined, { Accept: "text/event-stream", "Last-Event-ID": after });
  let text = "";
  for await (const bytes of stream.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + bytes).split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
      if (fields.data) yield { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
    }
  }
}

const debate = await call("POST", "debates", { topic: "Is 91 prime?", options: ["yes", "no"], seed: 7 });
for await (const { event, data } of events(`debates/${debate.id}/events`)) console.log(event, data.status ?? "");
let found = 0;
for await (const _ of items("debates?limit=1")) found++;
console.log((await call("GET", `debates/${debate.id}`)).status, found);
