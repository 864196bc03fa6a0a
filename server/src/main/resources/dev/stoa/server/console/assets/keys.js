// Single keys, copy buttons and menus. Single keys never act in fields and can be turned off.
const html = document.documentElement;
const GO = { h: '/', d: '/debates', m: '/memory', c: '/channels', e: '/evolve', o: '/ops' };
const CHORD = 1500;
let chord = 0;

// A list that was replaced has the focus where it was, and no mark.
const chosenRow = () => document.querySelector('[data-rows] > .chosen') ?? document.activeElement?.closest('[data-rows] > *');
const rowsOf = list => [...list.children].filter(row => row.querySelector('a[href]'));

function move(by) {
  const chosen = chosenRow();
  const list = chosen?.parentElement ?? document.querySelector('[data-rows]');
  if (!list) return;
  const rows = rowsOf(list);
  const row = rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(chosen) + by))];
  if (!row) return;
  chosen?.classList.remove('chosen');
  row.classList.add('chosen');
  (row.querySelector('a[data-open]') ?? row.querySelector('a[href]')).focus();
}

function open() {
  const row = chosenRow();
  (row?.querySelector('a[data-open]') ?? row?.querySelector('a[href]'))?.click();
  return Boolean(row);
}

// Of two rows to be compared the first is the one that was selected first.
function select() {
  const boxes = [...chosenRow()?.querySelectorAll('input:is([type=checkbox], [type=radio])') ?? []];
  const free = box => !box.form?.querySelector('[name="' + CSS.escape(box.name) + '"]:checked');
  (boxes.find(box => box.type === 'checkbox' || free(box)) ?? boxes.at(-1))?.click();
}

async function copy(text, shown, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the right to write, the text is selected for the reader's own copy.
    if (shown) getSelection().selectAllChildren(shown);
    return;
  }
  button?.setAttribute('data-done', '');
  setTimeout(() => button?.removeAttribute('data-done'), CHORD);
  const line = document.getElementById('said-live');
  if (line) line.textContent = html.dataset.copied ?? 'Copied';
}

// Each command can be copied.
function offer() {
  for (const code of document.querySelectorAll('.command > code:last-child')) {
    const button = document.createElement('button');
    const icon = document.querySelector('svg.icon').cloneNode(true);
    const shape = icon.querySelector('use');
    shape.setAttribute('href', shape.getAttribute('href').replace(/#.*/, '#copy'));
    Object.assign(button, { type: 'button', className: 'copy' });
    button.dataset.copy = code.textContent;
    button.setAttribute('aria-label', html.dataset.copy ?? 'Copy');
    button.append(icon);
    code.after(button);
  }
}

// To what came while the reader looked elsewhere, or to the end of what grows.
function follow() {
  const fresh = document.querySelector('button.fresh');
  const part = document.querySelector('[data-follow], [data-hold]');
  if (fresh) return fresh.click();
  part?.scrollTo(0, part.scrollHeight);
  part?.scrollIntoView({ block: 'end' });
}

const KEYS = {
  '?': () => location.assign('/prefs#keys'),
  j: () => move(1),
  k: () => move(-1),
  x: select,
  y: () => copy(location.href),
  '/': () => (document.querySelector('[data-filter]') ?? document.querySelector('.find input'))?.focus(),
};

// What is gone through event by event follows in its own way.
if (!document.querySelector('form[data-scrub]')) KEYS['.'] = follow;

function press(key) {
  if (Date.now() - chord < CHORD) {
    chord = 0;
    const link = document.querySelector('[data-go="' + CSS.escape(key) + '"]');
    if (link) link.click();
    else if (key in GO) location.assign(GO[key]);
    return true;
  }
  if (key === 'g') {
    chord = Date.now();
    return true;
  }
  const target = document.querySelector('[data-key="' + CSS.escape(key) + '"]');
  if (target) target.click();
  else if (Object.hasOwn(KEYS, key)) KEYS[key]();
  else return false;
  return true;
}

document.addEventListener('keydown', event => {
  if (event.key === 'Escape') {
    const menu = document.querySelector('details:is(.menu, .hint)[open]');
    menu?.removeAttribute('open');
    menu?.querySelector('summary').focus();
    return;
  }
  if (html.dataset.keys === 'off' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.defaultPrevented || event.target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog')) return;
  const handled = event.key === 'Enter' ? event.target === document.body && open() : press(event.key);
  if (handled) event.preventDefault();
});

document.addEventListener('click', event => {
  for (const menu of document.querySelectorAll('details:is(.menu, .hint)[open]')) {
    if (!menu.contains(event.target)) menu.removeAttribute('open');
  }
  const button = event.target.closest('button[data-copy]');
  if (button) copy(button.dataset.copy || button.previousElementSibling.textContent, button.previousElementSibling, button);
});

document.addEventListener('htmx:afterSettle', offer);
offer();
