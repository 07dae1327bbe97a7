import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useLeadOn } from './useLeadOn';

type LeadOn = ReturnType<typeof useLeadOn>;

function Page({ give }: { give: (leadOn: LeadOn) => void }) {
  const leadOn = useLeadOn();
  useEffect(() => give(leadOn), [give, leadOn]);
  return <p>here</p>;
}

/** A page whose answer may come at any time, and another whose code takes a while. */
function open() {
  let leadOn: LeadOn | undefined;
  let arrive = () => {};
  const code = new Promise<null>((resolve) => {
    arrive = () => resolve(null);
  });
  const router = createMemoryRouter([
    { path: '/', element: <Page give={(given) => (leadOn = given)} /> },
    { path: '/elsewhere', loader: () => code, element: <p>elsewhere</p> },
    { path: '/saved', element: <p>saved</p> },
  ]);
  render(<RouterProvider router={router} />);
  return {
    leave: () => act(async () => void router.navigate('/elsewhere')),
    arrive: () => act(async () => arrive()),
    answer: () => act(async () => leadOn?.('/saved')),
  };
}

it('leads on who has stayed', async () => {
  const { answer } = open();
  await answer();
  expect(screen.getByText('saved')).toBeVisible();
});

it('lets those go who are on their way, and those stay who have arrived', async () => {
  const { leave, arrive, answer } = open();
  await leave();
  await answer();
  expect(screen.getByText('here')).toBeVisible();
  await arrive();
  expect(screen.getByText('elsewhere')).toBeVisible();
  await answer();
  expect(screen.getByText('elsewhere')).toBeVisible();
});
