// Keeps the parts of a page current. The stream carries hints only: a part that is told fetches itself.
const POLL = 5000, BEAT = 15000, PATIENCE = 3000, TOPICS = 8, NEAR = 64;
const dot = document.querySelector('.live');
const scrolled = new WeakSet(), offers = new Map(), stale = new Set();
let known = new Set(dot?.dataset.marks?.split(' '));
let source, release, polling, opening, followed = '', run = 0, rounds = 0, lastSeen = new Date();

const parts = () => [...document.querySelectorAll('[data-topic]')];
const topicsOf = part => part.dataset.topic.split(' ');
const topics = () => [...new Set(parts().flatMap(topicsOf))].slice(0, TOPICS);

function show(state) {
  if (state !== 'off') lastSeen = new Date();
  if (!dot) return;
  dot.title = lastSeen.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  dot.dataset.state = state;
  dot.textContent = dot.dataset[state].replace('{time}', dot.title);
}

// A page that asks by itself is as current as the last answer that it got. What got none is fetched at the next hello.
const told = (part, good) => {
  if (!good) known.clear();
  if (polling && part.dataset.topic) show(good ? 'poll' : 'off');
};

// What scrolls around a part, if not the page.
const box = part => part.closest('.lanes-frame, .log, [data-scroll]');

function atEnd(part) {
  const frame = box(part);
  return frame && frame.scrollHeight > frame.clientHeight + 1
    ? frame.scrollHeight - frame.clientHeight - frame.scrollTop < NEAR
    : part.getBoundingClientRect().bottom < innerHeight + NEAR;
}

// Only a reader who moved, chose or opened is held: a page that was just opened fills below what is read.
const reading = part => 'hold' in part.dataset && (part.querySelector(part.dataset.hold || 'input:checked')
  || (scrolled.has(box(part)) || scrolled.has(document)) && !atEnd(part));

// Stale until it asks: a part that is replaced meanwhile, or does not listen yet, is told again when it stands.
function refresh(part) {
  offers.get(part)?.remove();
  offers.delete(part);
  stale.add(part.id);
  part.dispatchEvent(new CustomEvent('stoa:changed'));
}

function offer(part, seq) {
  const button = offers.get(part) ?? Object.assign(document.createElement('button'), { type: 'button', className: 'fresh' });
  const count = seq - Number(part.dataset.seq);
  button.textContent = part.dataset.new.replace('{n}', count > 0 ? count : '');
  if (offers.has(part)) return;
  offers.set(part, button);
  button.addEventListener('click', () => {
    refresh(part);
    const frame = box(part) ?? document.scrollingElement;
    frame.scrollTop = frame.scrollHeight;
  });
  (part.closest('ol, ul, .frame') ?? part).after(button);
}

const hint = (part, seq) => seq && Number(part.dataset.seq) >= seq || (reading(part) ? offer(part, seq) : refresh(part));

// Without a stream a held part is looked at, not replaced, unless it asks seldom.
async function peek(part) {
  const answer = await fetch(part.getAttribute('hx-get'), { headers: { 'HX-Request': 'true' } });
  told(part, answer.ok);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const newest = Math.max(0, ...[...page.querySelectorAll('[data-seq]')].map(found => Number(found.dataset.seq)));
  if (newest > Number(part.dataset.seq)) offer(part, newest);
}

const look = part => !reading(part) ? refresh(part) : 'beat' in part.dataset || peek(part).catch(() => show('off'));
// What asks seldom asks at a beat if it was told too soon after the last time, or if it follows nothing but the time.
setInterval(() => document.hidden || [...document.querySelectorAll('[data-beat]')]
  .filter(part => !part.dataset.topic || stale.has(part.id)).forEach(look), BEAT);

function poll() {
  parts().forEach(look);
  polling ??= setInterval(() => ++rounds % 6 || source ? parts().forEach(look) : restart(), POLL);
}

function stop() {
  run++;
  clearInterval(polling);
  clearTimeout(opening);
  source?.close();
  release?.();
  polling = opening = source = release = undefined;
}

// A browser opens six connections to a host: three streams leave the others for pages.
async function locked(mine) {
  for (const name of navigator.locks ? ['stoa-live-1', 'stoa-live-2', 'stoa-live-3'] : []) {
    const got = await new Promise(answer => navigator.locks.request(name, { ifAvailable: true }, lock => {
      const wanted = lock && mine === run;
      answer(Boolean(wanted));
      return wanted && new Promise(end => { release = end; });
    }));
    if (got || mine !== run) return got;
  }
  return false;
}

async function restart() {
  stop();
  const mine = run, wanted = topics();
  followed = wanted.join(' ');
  if (document.hidden || !wanted.length) return;
  const got = await locked(mine);
  if (mine !== run) return;
  if (!got) return poll();
  source = new EventSource('/events?' + new URLSearchParams(wanted.map(topic => ['topic', topic])));
  opening = setTimeout(poll, PATIENCE);
  // Each connection begins with how far everything is: what the page has already is not fetched again.
  source.addEventListener('hello', event => {
    const now = new Map(JSON.parse(event.data).topics.map(each => [each.topic, each]));
    opening = clearTimeout(opening);
    polling = clearInterval(polling);
    for (const part of parts()) {
      const seq = 'seq' in part.dataset && now.get(part.dataset.topic)?.seq;
      if (seq || !topicsOf(part).every(topic => known.has(now.get(topic)?.mark))) hint(part, seq);
    }
    known = new Set([...now.values()].map(({ mark }) => mark));
    show('on');
  });
  source.addEventListener('changed', event => {
    const { topic, seq } = JSON.parse(event.data);
    show('on');
    for (const part of parts()) if (topicsOf(part).includes(topic)) hint(part, seq);
  });
  source.addEventListener('error', () => {
    show('off');
    opening ??= setTimeout(poll, PATIENCE);
    if (source?.readyState === EventSource.CLOSED) { source = undefined; release?.(); }
  });
}

addEventListener('scroll', event => {
  scrolled.add(event.target);
  for (const part of [...offers.keys()]) if (!part.isConnected || !reading(part)) refresh(part);
}, { capture: true, passive: true });
document.addEventListener('htmx:beforeRequest', ({ detail }) => stale.delete(detail.elt.id));
document.addEventListener('htmx:afterSettle', () => parts().filter(part => stale.has(part.id)).forEach(refresh));
document.addEventListener('htmx:afterSettle', () => { if (topics().join(' ') !== followed) restart(); });
document.addEventListener('htmx:afterRequest', ({ detail }) => told(detail.requestConfig.elt, detail.successful));
document.addEventListener('visibilitychange', restart);
addEventListener('pagehide', stop);
addEventListener('pageshow', event => { if (event.persisted) restart(); });
restart();
