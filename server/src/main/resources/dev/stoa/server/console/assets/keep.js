// Keeps the reader's place when a part of the page is replaced, and tells what came.
const QUIET = 3000;
const line = document.getElementById('said-live');
const sent = new WeakSet();
let places = new Map(), pending = '', spoken = 0, touched = false;

const name = value => CSS.escape(value ?? '');

// An element without an id is found again by what it leads to or what it is called.
function keyOf(focused) {
  for (const attribute of ['id', 'href', 'name', 'data-copy', 'data-step', 'aria-label']) {
    if (focused.hasAttribute(attribute)) {
      return focused.localName + '[' + attribute + '="' + name(focused.getAttribute(attribute)) + '"]';
    }
  }
  return '';
}

// What is in sight, to be found at the same height in what takes its place.
const seen = part => [...part.querySelectorAll(part.dataset.place ?? 'x-none')]
  .map(each => [each.id, each.getBoundingClientRect()])
  .filter(([, box]) => box.bottom > 0 && box.top < innerHeight)
  .map(([id, box]) => [id, box.top]);

function keep(event) {
  const part = event.detail.target;
  if (!part.id) return;
  places.set(part.id, {
    top: part.scrollTop,
    left: part.scrollLeft,
    seen: seen(part),
    end: 'follow' in part.dataset && part.scrollHeight - part.clientHeight - part.scrollTop < 8,
    focus: part.contains(document.activeElement) ? keyOf(document.activeElement) : '',
    open: [...part.querySelectorAll('details[open][id]')].map(found => found.id),
  });
}

for (const swap of ['htmx:beforeSwap', 'htmx:oobBeforeSwap']) document.addEventListener(swap, keep);

// Why a filter was refused stands on the page of its address.
document.addEventListener('htmx:responseError', ({ detail }) => {
  if (detail.requestConfig.elt.matches('form.filter')) location.assign(detail.pathInfo.finalRequestPath);
});

document.addEventListener('htmx:afterSettle', () => {
  for (const [id, place] of places) {
    const part = document.getElementById(id);
    if (!part) continue;
    for (const open of place.open) document.getElementById(open)?.setAttribute('open', '');
    part.scrollTop = place.end ? part.scrollHeight : place.top;
    part.scrollLeft = place.left;
    const [again, top] = place.seen.find(([each]) => document.getElementById(each)) ?? [];
    if (again) scrollBy({ top: document.getElementById(again).getBoundingClientRect().top - top, behavior: 'instant' });
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (place.focus && lost) (part.querySelector(place.focus) ?? part).focus({ preventScroll: true });
  }
  places = new Map();
  say([...document.querySelectorAll('[data-say]')].map(found => found.dataset.say).pop());
  watch();
});

// One polite message in three seconds; of several the last.
let told = [...document.querySelectorAll('[data-say]')].map(found => found.dataset.say).pop();
function say(words) {
  if (!line || !words || words === told) return;
  told = words;
  if (!pending) setTimeout(() => {
    line.textContent = pending;
    spoken = Date.now();
    pending = '';
  }, Math.max(0, spoken + QUIET - Date.now()));
  pending = words;
}

// A channel is read when its end was reached by someone who moved there, in a tab that is seen.
const ends = new IntersectionObserver(entries => {
  for (const entry of entries) entry.target.toggleAttribute('data-reached', entry.isIntersecting);
  read();
});

function watch() {
  for (const form of document.querySelectorAll('form[data-mark-read]')) ends.observe(form);
}

function read() {
  if (!touched || document.hidden) return;
  for (const form of document.querySelectorAll('form[data-mark-read][data-reached]')) {
    if (sent.has(form)) continue;
    sent.add(form);
    const body = new URLSearchParams(new FormData(form));
    fetch(form.action, { method: 'POST', body, redirect: 'manual', headers: { 'HX-Request': 'true' } })
      .catch(() => sent.delete(form));
  }
}

for (const act of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
  addEventListener(act, () => { touched = true; read(); }, { passive: true });
}
// Who scrolls to where a part ends gets the next.
for (const act of ['scroll', 'wheel', 'touchmove']) addEventListener(act, () => {
  for (const link of touched ? document.querySelectorAll('[data-reach]') : []) {
    const box = link.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight) continue;
    delete link.dataset.reach;
    link.dispatchEvent(new CustomEvent('stoa:reached'));
  }
}, { passive: true });
document.addEventListener('visibilitychange', read);
watch();

// A channel opens where its reader stopped, and a log at its end.
if (!location.hash) document.getElementById('new')?.scrollIntoView({ block: 'center' });
for (const log of document.querySelectorAll('[data-follow]')) log.scrollTop = log.scrollHeight;
