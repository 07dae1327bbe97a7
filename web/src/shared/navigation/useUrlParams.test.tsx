import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { RouterContext, useUrlParams } from './useUrlParams';

function Filter({ name }: { name: string }) {
  const { change } = useUrlParams();
  return (
    <button type="button" onClick={() => change({ [name]: 'x' })}>
      {name}
    </button>
  );
}

function open() {
  const filters = ['search', 'status'].map((name) => <Filter key={name} name={name} />);
  const routes = [
    { path: '/things', element: filters },
    { path: '/elsewhere', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { basename: '/base', initialEntries: ['/base/things?page=2&sort=name'] });
  render(
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>,
  );
  return { router, search: screen.getByText('search'), status: screen.getByText('status') };
}

it('keeps both of two changes that come at once', async () => {
  const { router, search, status } = open();
  await act(async () => {
    search.click();
    status.click();
  });
  expect(router.state.location.pathname).toBe('/base/things');
  expect(router.state.location.search).toBe('?sort=name&search=x&status=x');
});

it('leads nobody back who is on the way to another page', async () => {
  const { router, search } = open();
  await act(async () => {
    void router.navigate('/elsewhere');
    search.click();
  });
  expect(router.state.location.pathname).toBe('/base/elsewhere');
});
