// Shows times as the reader prefers; the UTC text of the server stays as the title.
const html = document.documentElement;
const mode = html.dataset.time;
const lang = html.lang || undefined;
const local = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' });
const UNITS = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

function ago(at) {
  const seconds = Math.round((at - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? UNITS.at(-1);
  return unit === 'day' && Math.abs(seconds) > 30 * size ? local.format(at) : relative.format(Math.trunc(seconds / size), unit);
}

function render() {
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    if (!time.title) time.title = time.textContent;
    const words = mode === 'relative' ? ago(at) : local.format(at);
    if (time.textContent !== words) time.textContent = words;
  }
}

if (mode === 'local' || mode === 'relative') {
  render();
  document.addEventListener('htmx:afterSettle', render);
  if (mode === 'relative') setInterval(() => { if (!document.hidden) render(); }, 15000);
}
