// Moves through the events of a record. The server shows the state at an event; the address says which.
const PART = 200;
const form = document.querySelector('form[data-scrub]');
const range = form?.querySelector('input[type=range]');
const words = form?.querySelector('output');
const play = form?.querySelector('[data-play]');
const speed = form?.querySelector('[data-speed]');
let shown = Number(range?.value), timer, waiting, loading = false, playing = false;

const bound = at => Math.min(Number(range.max), Math.max(Number(range.min), at));

function label(at) {
  range.value = at;
  if (words) words.textContent = words.dataset.words.replace('{at}', at).replace('{max}', range.max);
}

// One request at a time: a drag over many events asks for the first and the last of them.
async function load() {
  if (loading) return;
  loading = true;
  try {
    while (waiting) {
      const url = waiting;
      waiting = undefined;
      await window.htmx.ajax('GET', url, { target: form.dataset.scrub, select: form.dataset.scrub, swap: 'outerHTML' });
    }
  } finally {
    loading = false;
  }
}

function go(to, remember) {
  const at = bound(to);
  label(at);
  if (at === shown) return Promise.resolve();
  shown = at;
  const url = new URL(location.href);
  url.searchParams.set(range.name, at);
  if (remember === 'push') history.pushState({ at }, '', url);
  else if (remember === 'replace') history.replaceState({ at }, '', url);
  waiting = url.pathname + url.search;
  return load();
}

function halt() {
  if (!playing) return;
  playing = false;
  clearTimeout(timer);
  mark();
}

function mark() {
  const [off, on] = play.dataset.labels.split(',');
  play.setAttribute('aria-pressed', playing);
  play.setAttribute('aria-label', playing ? on : off);
  const icon = play.querySelector('use');
  icon?.setAttribute('href', icon.getAttribute('href').replace(/#.*/, playing ? '#pause' : '#play'));
}

function tick() {
  const due = performance.now() + 1000 / Number(speed?.value ?? 1);
  go(shown + 1, 'replace').catch(halt).then(() => {
    if (shown >= Number(range.max)) halt();
    if (playing) timer = setTimeout(tick, Math.max(0, due - performance.now()));
  });
}

function toggle() {
  if (playing) return halt();
  if (shown >= Number(range.max)) go(Number(range.min), 'push');
  playing = true;
  mark();
  tick();
}

function step(by) {
  halt();
  go(by === 'first' ? Number(range.min) : by === 'last' ? Number(range.max) : shown + Number(by), 'push');
}

// To the end of a round, as far as one part of the record tells it.
async function round(by) {
  halt();
  const from = by > 0 ? shown + 1 : Math.max(1, shown - PART);
  const answer = await fetch(location.pathname + '.json?view=events&from=' + from);
  const events = answer.ok ? (await answer.json()).data.events?.items ?? [] : [];
  const ends = events.filter(event => event.kind === 'round_completed').map(event => event.seq);
  go((by > 0 ? ends.find(at => at > shown) : ends.findLast(at => at < shown)) ?? from + (by > 0 ? PART - 1 : 0), 'push');
}

// What is live grows, and who follows it stays at its end.
function grow() {
  const last = document.querySelector(form.dataset.scrub)?.dataset.seq;
  if (!last || last === range.max) return;
  range.max = last;
  if (!new URL(location.href).searchParams.has(range.name)) shown = Number(last);
  label(shown);
}

function follow() {
  const url = new URL(location.href);
  url.searchParams.delete(range.name);
  location.assign(url);
}

if (form && range) {
  range.addEventListener('input', () => {
    halt();
    go(Number(range.value), history.state?.drag ? 'replace' : 'push');
    history.replaceState({ ...history.state, drag: true }, '');
  });
  range.addEventListener('change', () => history.replaceState({ at: shown }, ''));
  document.addEventListener('htmx:afterSettle', grow);
  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('click', event => {
    const button = event.target.closest('[data-step]');
    if (button && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      step(button.dataset.step);
    }
  });
  play?.addEventListener('click', toggle);
  addEventListener('popstate', () => {
    halt();
    const at = new URL(location.href).searchParams.get(range.name);
    if (at === null) location.reload();
    else go(Number(at));
  });
  addEventListener('keydown', event => {
    const off = document.documentElement.dataset.keys === 'off' || event.ctrlKey || event.metaKey || event.altKey;
    const field = event.target.closest?.('input:not([type=range]), textarea, select, [contenteditable], dialog');
    const button = event.key === ' ' && event.target.closest?.('a, button, summary, [tabindex="0"]');
    const acts = { '[': () => step(-1), ']': () => step(1), '{': () => round(-1), '}': () => round(1), ' ': toggle, '.': follow };
    if (off || field || button || event.defaultPrevented || !(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  });
}
