import { screen } from '@testing-library/react';
import { Link } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '@/testApp';
import { type Pages, pageSize } from './pages';
import { RecordList } from './RecordList';

const total = 60;

function show(load: Pages<string>['load']) {
  // High enough for two pages and a bit.
  vi.stubGlobal('innerHeight', 40 * 108);
  return renderAt(
    '/things',
    <RecordList
      noun={{ one: 'thing', many: 'things' }}
      pages={{ queryKey: ['things'], load }}
      sorts={[{ value: 'name', label: 'Name' }]}
      empty="Nothing yet"
    >
      {(name) => <Link to={`/things/${name}`}>{name}</Link>}
    </RecordList>,
  );
}

function pageOf({ PageNumber }: { PageNumber: number }) {
  const first = (PageNumber - 1) * pageSize;
  const data = Array.from({ length: Math.min(pageSize, total - first) }, (_, index) => `thing ${first + index}`);
  return Promise.resolve({ data, pagination: { totalItems: total } });
}

describe('a list', () => {
  it('asks for the pages it shows', async () => {
    const load = vi.fn(pageOf);
    show(load);
    expect(await screen.findByRole('link', { name: 'thing 30' })).toBeVisible();
    expect(new Set(load.mock.calls.map(([{ PageNumber }]) => PageNumber))).toEqual(new Set([1, 2]));
    expect(screen.getByRole('status')).toHaveTextContent('60 things');
    const item = screen.getByRole('link', { name: 'thing 30' }).parentElement;
    expect(item).toHaveAttribute('aria-posinset', '31');
    expect(item).toHaveAttribute('aria-setsize', '60');
    expect(screen.queryByRole('link', { name: 'thing 50' })).toBeNull();
  });

  it('keeps what it has when a page fails, and asks for that one again', async () => {
    let fails = true;
    const { user } = show((page) =>
      fails && page.PageNumber === 2 ? Promise.reject(new Error('busy')) : pageOf(page),
    );
    const [refresh] = await screen.findAllByRole('button', { name: 'An Error Occurred! Click Here To Refresh.' });
    expect(screen.getByRole('link', { name: 'thing 23' })).toBeVisible();
    fails = false;
    if (refresh) await user.click(refresh);
    expect(await screen.findByRole('link', { name: 'thing 24' })).toBeVisible();
  });

  it('gives up a page that leaves the screen before it has come', async () => {
    const signals: AbortSignal[] = [];
    const { router } = show((page, signal) => {
      if (page.PageNumber === 1) return pageOf(page);
      signals.push(signal);
      return new Promise(() => {});
    });
    await screen.findByRole('link', { name: 'thing 0' });
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    await router.navigate('/elsewhere');
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
  });
});
