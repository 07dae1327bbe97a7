// The page's policy forbids markup made of text, so everything is built by these few functions.

/** An element with attributes (false and null ones left out) and children: elements, texts, or nothing. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value != null) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false && child !== ''));
  return element;
}

/** A disclosure whose content is made when it is first opened. */
export function disclosure(attributes, summary, content) {
  const details = el('details', attributes, el('summary', {}, summary));
  let filled = false;
  const fill = () => {
    if (filled || !details.open) return;
    filled = true;
    details.append(el('div', { class: 'content' }, content()));
  };
  details.addEventListener('toggle', fill);
  fill();
  return details;
}

/** Paragraphs of a text, in which **words** are strong and `names` are code. */
export function paragraphs(text) {
  return text.split('\n\n').map((part) => el('p', {}, part.split(/(\*\*.+?\*\*|`.+?`)/).map(words)));
}

function words(text) {
  if (text.startsWith('**')) return el('strong', {}, text.slice(2, -2));
  return text.startsWith('`') ? el('code', {}, text.slice(1, -1)) : text;
}

/** A block of code that can be copied. What scrolls can be reached by keyboard. */
export function code(text, label) {
  const copy = el('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${label}` }, 'Copy');
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 1500);
  });
  const pre = el('pre', { tabindex: 0, role: 'region', 'aria-label': label }, el('code', {}, text));
  return el('div', { class: 'code' }, pre, navigator.clipboard ? copy : null);
}

export function json(value) {
  return JSON.stringify(value, null, 2);
}
