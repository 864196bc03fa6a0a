// Opens a confirmation in place. Without this script, or when anything is unexpected, its page is opened.
async function confirmation(href) {
  const answer = await fetch(href, { headers: { Accept: 'text/html', 'HX-Request': 'true' } });
  if (!answer.ok || new URL(answer.url).pathname !== new URL(href).pathname) return null;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('[data-confirm], [data-shown]');
}

function titled(content) {
  const first = content.querySelector('h1, h2');
  const title = document.createElement('h2');
  title.id = 'dialog-title';
  if (!first) return null;
  title.append(...first.childNodes);
  first.replaceWith(title);
  return title;
}

// A link, or those that stand there now if its part was replaced meanwhile.
const standing = link => [link, ...document.querySelectorAll('main a[href="' + CSS.escape(link.getAttribute('href') ?? '') + '"]')];

function show(content, opener) {
  const before = document.activeElement;
  const dialog = document.createElement('dialog');
  dialog.append(document.adoptNode(content));
  if (titled(content)) dialog.setAttribute('aria-labelledby', 'dialog-title');
  dialog.addEventListener('click', event => {
    const close = event.target.closest('[data-close], [formmethod=dialog], [value=cancel]');
    if (close || event.target === dialog) {
      event.preventDefault();
      dialog.close();
    }
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    // What opened it; else where the reader was before, who may have opened it with a key.
    [...standing(opener), ...standing(before)].find(link => link.checkVisibility())?.focus();
  });
  document.body.append(dialog);
  window.htmx?.process(dialog);
  dialog.showModal();
}

document.addEventListener('click', async event => {
  const opener = event.target.closest('a[data-dialog]');
  if (!opener || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  let content = null;
  try {
    content = await confirmation(opener.href);
  } catch {
    content = null;
  }
  if (content) show(content, opener);
  else location.assign(opener.href);
});

// A second click while the first is under way would send the form again.
document.addEventListener('submit', event => {
  if (event.target.method !== 'post' || event.defaultPrevented) return;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = 'true';
  setTimeout(() => delete event.target.dataset.sent, 5000);
});
