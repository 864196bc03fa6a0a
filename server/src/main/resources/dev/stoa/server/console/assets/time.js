// Shows times as the reader prefers, and how long what runs out is left; the UTC text of the server stays as the title.
const html = document.documentElement;
const mode = html.dataset.time;
const lang = html.lang || undefined;
const local = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' });
const chosen = mode === 'local' || mode === 'relative';
const UNITS = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

function ago(at) {
  const seconds = Math.round((at - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? UNITS.at(-1);
  return unit === 'day' && Math.abs(seconds) > 30 * size ? local.format(at) : relative.format(Math.trunc(seconds / size), unit);
}

function render() {
  for (const time of document.querySelectorAll(chosen ? 'time[datetime]' : 'time[data-left]')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    if (!time.title) time.title = time.textContent;
    const words = mode === 'relative' || 'left' in time.dataset ? ago(at) : local.format(at);
    if (time.textContent !== words) time.textContent = words;
  }
}

render();
document.addEventListener('htmx:afterSettle', render);
setInterval(() => { if (!document.hidden) render(); }, 15000);
