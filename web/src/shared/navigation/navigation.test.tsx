import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useNavigateAfterSave } from './navigation';

type NavigateAfterSave = ReturnType<typeof useNavigateAfterSave>;

function Page({ give }: { give: (navigateAfterSave: NavigateAfterSave) => void }) {
  const navigateAfterSave = useNavigateAfterSave();
  useEffect(() => give(navigateAfterSave), [give, navigateAfterSave]);
  return <p>here</p>;
}

/** A page whose answer may come at any time, and another whose code takes a while. */
function open() {
  let navigateAfterSave: NavigateAfterSave | undefined;
  let arrive = () => {};
  const code = new Promise<null>((resolve) => {
    arrive = () => resolve(null);
  });
  const router = createMemoryRouter([
    { path: '/', element: <Page give={(given) => (navigateAfterSave = given)} /> },
    { path: '/elsewhere', loader: () => code, element: <p>elsewhere</p> },
    { path: '/saved', element: <p>saved</p> },
  ]);
  render(<RouterProvider router={router} />);
  return {
    leave: () => act(async () => void router.navigate('/elsewhere')),
    arrive: () => act(async () => arrive()),
    answer: () => act(async () => navigateAfterSave?.('/saved')),
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
