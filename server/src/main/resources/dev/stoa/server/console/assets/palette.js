// The palette: every page, verb and id by keyboard. The server finds; this only shows and moves.
const WAIT = 120;
const start = document.querySelector('input[data-palette]');
let dialog, field, list, timer, asked, from;

const options = () => [...list.querySelectorAll('[role=option]')];
const current = () => list.querySelector('[aria-selected=true]');

function choose(option) {
  current()?.setAttribute('aria-selected', 'false');
  option?.setAttribute('aria-selected', 'true');
  option?.scrollIntoView({ block: 'nearest' });
  if (option) field.setAttribute('aria-activedescendant', option.id);
  else field.removeAttribute('aria-activedescendant');
}

function move(by) {
  const all = options();
  if (all.length) choose(all.at((all.indexOf(current()) + by + all.length) % all.length));
}

function open(option) {
  if (!option) return;
  dialog.close();
  option.click();
}

// What can be done on this page comes first.
function here(words) {
  if (/^[#@]/.test(words)) return [];
  const typed = words.replace(/^>/, '').trim().toLowerCase();
  return [...document.querySelectorAll('main a[data-dialog]')]
    .filter(act => act.textContent.toLowerCase().includes(typed))
    .map(act => {
      const option = document.createElement('a');
      option.href = act.href;
      option.dataset.dialog = '';
      option.setAttribute('role', 'option');
      option.append(act.textContent.trim());
      return option;
    });
}

async function ask() {
  asked?.abort();
  asked = new AbortController();
  const words = field.value;
  try {
    const url = start.dataset.palette + '?' + new URLSearchParams({ q: words });
    const answer = await fetch(url, { signal: asked.signal, headers: { 'HX-Request': 'true' } });
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html');
    list.replaceChildren(...here(words), ...document.adoptNode(found.body).childNodes);
    options().forEach((option, n) => {
      option.id = 'palette-' + n;
      option.tabIndex = -1;
    });
    choose(options()[0]);
  } catch (problem) {
    if (problem.name !== 'AbortError') list.replaceChildren();
  }
}

function build() {
  dialog = document.createElement('dialog');
  field = document.createElement('input');
  list = document.createElement('div');
  dialog.className = 'palette';
  dialog.setAttribute('aria-label', start.getAttribute('aria-label'));
  const rights = {
    type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', placeholder: start.dataset.hint ?? '> # @',
    'aria-label': start.getAttribute('aria-label'), 'aria-expanded': 'true', 'aria-autocomplete': 'list',
    'aria-controls': 'palette-list', 'aria-haspopup': 'listbox',
  };
  for (const [key, value] of Object.entries(rights)) field.setAttribute(key, value);
  list.id = 'palette-list';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', start.getAttribute('aria-label'));
  dialog.append(field, list);
  document.body.append(dialog);
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT);
  });
  field.addEventListener('keydown', event => {
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in moves) move(moves[event.key]);
    else if (event.key === 'Enter' && !event.isComposing) open(current());
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', event => {
    if (event.target.closest('[role=option]')) dialog.close();
  });
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', () => {
    asked?.abort();
    clearTimeout(timer);
    start.value = '';
    if (from !== start) from?.focus();
  });
}

function show(words) {
  if (!dialog) build();
  if (dialog.open) return;
  from = document.activeElement;
  field.value = words;
  dialog.showModal();
  field.focus();
  ask();
}

if (start) {
  addEventListener('keydown', event => {
    if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      show('');
    }
  });
  start.addEventListener('input', () => show(start.value));
  start.addEventListener('click', () => show(start.value));
}
