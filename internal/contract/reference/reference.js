import { disclosure, el, paragraphs } from './dom.js';
import { methodBadge, operationView } from './operation.js';
import { addOwnKeys } from './own.js';
import { fields } from './schema.js';

const main = document.getElementById('main');
const status = document.getElementById('status');
const search = document.getElementById('search');

// The theme chosen in the app holds here too; without one it is the system's.
const theme = localStorage.getItem('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

await start();

async function start() {
  try {
    const answer = await fetch('v1/openapi.json');
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const contract = await answer.json();
    await addOwnKeys(contract);
    show(contract);
  } catch (error) {
    const retry = el('button', { type: 'button' }, 'Try again');
    retry.addEventListener('click', () => location.reload());
    status.replaceChildren(`The document could not be loaded (${error.message}). `, retry);
  }
  main.removeAttribute('aria-busy');
}

function show(contract) {
  const groups = contract.tags.map((tag) => group(contract, tag));
  main.append(
    el('div', { class: 'introduction' }, paragraphs(contract.info.description)),
    ...groups.map(({ section }) => section),
    schemas(contract),
  );
  document.getElementById('contents').append(...groups.map(({ links }) => links));
  enableSearch(groups);
  status.textContent = counted(groups.flatMap(({ entries }) => entries).length);
  window.addEventListener('hashchange', goToHash);
  main.addEventListener('toggle', rememberOpened, { capture: true });
  goToHash();
}

/** The operations of one tag, in the page and in the contents. */
function group(contract, { name, description }) {
  const entries = operationsOf(contract, name).map((operation) => ({
    words: wordsOf(operation),
    view: operationView(contract, operation),
    link: el(
      'li',
      {},
      el('a', { href: `#${operation.operationId}` }, methodBadge(operation.method), el('span', {}, operation.summary)),
    ),
  }));
  const id = name.toLowerCase();
  return {
    entries,
    section: el(
      'section',
      { 'aria-labelledby': id },
      el('h2', { id }, name),
      el('p', { class: 'about' }, description),
      entries.map(({ view }) => view),
    ),
    links: el(
      'section',
      {},
      el('h2', {}, el('a', { href: `#${id}` }, name)),
      el(
        'ul',
        {},
        entries.map(({ link }) => link),
      ),
    ),
  };
}

function operationsOf(contract, tag) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'delete']
      .filter((method) => item[method]?.tags.includes(tag))
      .map((method) => ({ ...item[method], method, path })),
  );
}

function wordsOf({ method, path, operationId, summary, description }) {
  return `${method} ${path} ${operationId} ${summary} ${description}`.toLowerCase();
}

function schemas(contract) {
  const all = Object.entries(contract.components.schemas).map(([name, schema]) =>
    disclosure(
      { class: 'operation', id: `schema-${name}` },
      el('h3', {}, el('code', {}, name), el('span', { class: 'summary' }, schema.description)),
      () => fields(contract, schema),
    ),
  );
  return el('section', { 'aria-labelledby': 'schemas', class: 'schemas' }, el('h2', { id: 'schemas' }, 'Schemas'), all);
}

function enableSearch(groups) {
  const apply = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { entries, section, links } of groups) {
      for (const { words, view, link } of entries) {
        const hidden = !wanted.every((word) => words.includes(word));
        view.hidden = link.hidden = hidden;
        if (!hidden) shown++;
      }
      section.hidden = links.hidden = entries.every(({ view }) => view.hidden);
    }
    main.classList.toggle('searching', wanted.length > 0);
    status.textContent = wanted.length && !shown ? 'No operation matches.' : counted(shown);
  };
  search.disabled = false;
  search.addEventListener('input', apply);
  search.addEventListener('keydown', ({ key }) => {
    const first = main.querySelector('.operation:not([hidden])');
    if (key === 'Enter' && first) location.hash = first.id;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
}

function counted(n) {
  return n === 1 ? '1 operation' : `${n} operations`;
}

/** Opens what the address names, even when a search hides it. */
function goToHash() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden], .searching .schemas')) {
    search.value = '';
    search.dispatchEvent(new Event('input'));
  }
  if (target.matches('details')) {
    target.open = true;
    target.querySelector('summary').focus({ preventScroll: true });
  }
  target.scrollIntoView();
}

/** The address follows what is opened, so that it can be sent to somebody. */
function rememberOpened({ target }) {
  if (target.open && target.matches('.operation')) history.replaceState(null, '', `#${target.id}`);
}
