import { beforeEach, expect, it } from 'vitest';
import { type Draft, dropAllDrafts, openDrafts } from './draftStore';

beforeEach(() => sessionStorage.clear());

function draft(name: string): Draft {
  return { at: '2026-11-14T12:00:00Z', began: { version: 3, values: { name: '' } }, typed: { name }, labels: {} };
}

it('gives back what was kept, also after a reload', () => {
  openDrafts('ada@example.com').keep('/companies/new', draft('Acme'));
  expect(openDrafts('ada@example.com').read('/companies/new')).toEqual(draft('Acme'));
});

it("never shows another person's, nor keeps it for later", () => {
  openDrafts('ada@example.com').keep('/companies/new', draft('Acme'));
  expect(openDrafts('bob@example.com').read('/companies/new')).toBeUndefined();
  expect(JSON.stringify(sessionStorage)).not.toContain('Acme');
  expect(openDrafts('ada@example.com').read('/companies/new')).toBeUndefined();
});

it('keeps nothing when it is dropped', () => {
  const drafts = openDrafts('ada@example.com');
  drafts.keep('/companies/new', draft('Acme'));
  drafts.keep('/projects/new', draft('Site'));
  drafts.drop('/companies/new');
  expect(drafts.read('/companies/new')).toBeUndefined();
  expect(drafts.read('/projects/new')).toBeDefined();
  dropAllDrafts();
  expect(drafts.read('/projects/new')).toBeUndefined();
});

it('knows which belong to a page', () => {
  const drafts = openDrafts('ada@example.com');
  for (const name of ['/account', '/account Address', '/accounts', '/account/x']) drafts.keep(name, draft('x'));
  expect(drafts.namesOn('/account')).toEqual(['/account', '/account Address']);
});

it('is bounded in number and in size', () => {
  const drafts = openDrafts('ada@example.com');
  for (let page = 1; page <= 30; page += 1) drafts.keep(`/${page} edit`, draft('x'));
  expect(drafts.read('/10 edit')).toBeUndefined();
  expect(drafts.read('/11 edit')).toBeDefined();
  // What is typed again is the newest.
  drafts.keep('/11 edit', draft('y'));
  drafts.keep('/31 edit', draft('x'));
  expect(drafts.read('/11 edit')).toEqual(draft('y'));
  expect(drafts.read('/12 edit')).toBeUndefined();

  drafts.keep('/31 edit', draft('x'.repeat(30_000)));
  expect(drafts.read('/31 edit')).toBeUndefined();
});

it('passes over what it can not read', () => {
  for (const rubbish of ['{', '[]', '7', '"x"', '{"owner":"ada@example.com"}']) {
    sessionStorage.setItem('btracker.drafts', rubbish);
    expect(openDrafts('ada@example.com').read('/companies/new')).toBeUndefined();
  }
});
