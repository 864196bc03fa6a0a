// Completes @agent and #channel in a text that is written. The server finds; this only shows and puts in.
const text = document.querySelector('textarea[data-complete]');
const names = document.createElement('div');
let asking, begun;

const all = () => [...names.querySelectorAll('[role=option]')];
const chosen = () => names.querySelector('[aria-selected=true]');

function hide() {
  asking?.abort();
  names.hidden = true;
  names.replaceChildren();
  text.removeAttribute('aria-activedescendant');
}

function pick(option) {
  chosen()?.setAttribute('aria-selected', 'false');
  option.setAttribute('aria-selected', 'true');
  text.setAttribute('aria-activedescendant', option.id);
}

function put(option) {
  text.setRangeText(text.value[begun] + option.textContent.trim() + ' ', begun, text.selectionStart, 'end');
  hide();
  text.focus();
}

async function complete() {
  const word = text.value.slice(0, text.selectionStart).match(/(?:^|\s)([@#][\w-]*)$/)?.[1];
  if (!word) return hide();
  asking?.abort();
  asking = new AbortController();
  begun = text.selectionStart - word.length;
  try {
    const answer = await fetch(text.dataset.complete + '?' + new URLSearchParams({ q: word }), { signal: asking.signal });
    const found = new DOMParser().parseFromString(answer.ok ? await answer.text() : '', 'text/html');
    const before = chosen()?.textContent;
    names.replaceChildren(...found.querySelectorAll('[role=option]'));
    all().forEach((option, n) => {
      option.id = 'name-' + n;
      option.tabIndex = -1;
    });
    names.hidden = !all().length;
    if (names.hidden) hide();
    else pick(all().find(option => option.textContent === before) ?? all()[0]);
  } catch (problem) {
    if (problem.name !== 'AbortError') hide();
  }
}

if (text) {
  names.id = 'names';
  names.hidden = true;
  names.setAttribute('role', 'listbox');
  names.setAttribute('aria-label', text.dataset.names);
  text.setAttribute('aria-autocomplete', 'list');
  text.setAttribute('aria-controls', 'names');
  text.form.after(names);
  text.addEventListener('input', complete);
  text.addEventListener('blur', event => { if (!names.contains(event.relatedTarget)) hide(); });
  text.addEventListener('keydown', event => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (names.hidden || event.isComposing) return;
    if (by) pick(all().at((all().indexOf(chosen()) + by) % all().length));
    else if (event.key === 'Enter' || event.key === 'Tab') put(chosen());
    else if (event.key === 'Escape') hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  names.addEventListener('mousedown', event => event.preventDefault());
  names.addEventListener('click', event => {
    event.preventDefault();
    if (event.target.closest('[role=option]')) put(event.target.closest('[role=option]'));
  });
}
