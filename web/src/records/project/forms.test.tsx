import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { NewProjectPage } from '@/records/project/forms';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';

const account = vi.hoisted(() => ({ isAdmin: false, isClient: true }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

const refused = 'Your role does not allow this';

it('judges a moderator only once it is known what they may do', async () => {
  let answer: ((companies: unknown) => void) | undefined;
  serve({ 'GET /company': () => new Promise((resolve) => (answer = resolve)) });
  const { user } = renderAt(paths.projects.create(), <NewProjectPage />);
  await vi.waitFor(() => expect(answer).toBeDefined());
  expect(screen.queryByText(refused)).toBeNull();

  answer?.(Response.json({}, { status: 503 }));
  const refresh = await screen.findByRole('button', { name: /Refresh/ });
  expect(screen.queryByText(refused)).toBeNull();

  serve({ 'GET /company': [{ id: 'c1', name: 'Acme', supportEmail: null }] });
  await user.click(refresh);
  expect(await screen.findByRole('button', { name: 'Add project' })).toBeVisible();
});

it('turns away who has no company to add one to', async () => {
  serve({ 'GET /company': [] });
  renderAt(paths.projects.create(), <NewProjectPage />);
  expect(await screen.findByText(refused)).toBeVisible();
  expect(screen.getByText(/changing it needs the role Owner or Manager\./)).toBeVisible();
});
