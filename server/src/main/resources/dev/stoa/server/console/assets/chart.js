// Arrow keys move between the marks of a chart that link; Tab passes the chart with one stop.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const marks = chart => [...chart.querySelectorAll('a[href]')];

function middle(mark) {
  const { left, top, width, height } = mark.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The nearest in that direction; what lies aside counts double.
function next(from, all, [right, down]) {
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const mark of all) {
    const [toX, toY] = middle(mark);
    const along = (toX - x) * right + (toY - y) * down;
    const cost = along + 2 * Math.abs((toX - x) * down + (toY - y) * right);
    if (mark !== from && along > 0.5 && cost < least) [best, least] = [mark, cost];
  }
  return best;
}

function rove() {
  for (const chart of document.querySelectorAll('svg.chart')) {
    const all = marks(chart);
    if (!all.some(mark => mark === document.activeElement)) {
      all.forEach((mark, n) => mark.setAttribute('tabindex', n ? '-1' : '0'));
    }
  }
}

document.addEventListener('keydown', event => {
  const from = event.target.closest?.('svg.chart a[href]');
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = marks(from.closest('svg'));
  const ends = { Home: all[0], End: all.at(-1) };
  const to = event.key in WAYS ? next(from, all, WAYS[event.key]) : ends[event.key];
  if (!(event.key in WAYS) && !(event.key in ends)) return;
  event.preventDefault();
  if (!to) return;
  from.setAttribute('tabindex', '-1');
  to.setAttribute('tabindex', '0');
  to.focus();
});
document.addEventListener('htmx:afterSettle', rove);
rove();
