import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, signOut } from '@/session/session';
import { useToasts } from '@/shared/toast';
import { announceOtherUser } from './bootstrap';

const key = 'btracker.reloaded-for-other-user';

function look(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
});

// A session that goes on asks for a new token again and again, and keeps the run from ending.
afterEach(signOut);

test('who signed in elsewhere is told once, when the tab is looked at', async () => {
  beginSession({
    email: 'grace@example.com',
    displayName: 'Grace',
    firstName: null,
    lastName: null,
    gender: 0,
    photoUrl: null,
    phoneNumber: null,
    address: null,
    isAdmin: false,
    isClient: false,
    language: null,
    needsSecondFactor: false,
    noMailServer: false,
    version: 1,
    token: 'h.e30.s',
  });
  const { result } = renderHook(useToasts);
  await announceOtherUser(); // an ordinary page
  expect(result.current).toEqual([]);

  look(true);
  sessionStorage.setItem(key, 'yes');
  const announced = announceOtherUser();
  await Promise.resolve();
  expect(result.current).toEqual([]);
  look(false);
  await announced;
  await vi.waitFor(() =>
    expect(result.current.map(({ text }) => text)).toEqual([
      'Grace signed in in another tab, so this one was reloaded.',
    ]),
  );
  expect(sessionStorage.getItem(key)).toBeNull();
});
