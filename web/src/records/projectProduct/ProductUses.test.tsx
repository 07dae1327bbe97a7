import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { ProductUsesTable } from './ProductUses';

it('tells uses of projects with one name apart by company, status and price', async () => {
  const use = { projectId: 'p1', projectName: 'Customer newsletter', status: 1 };
  const uses = [
    { ...use, id: 'u1', companyName: 'Acme', price: 1200.5 },
    { ...use, id: 'u2', projectId: 'p2', companyName: 'Globex', price: 900, status: 2 },
  ];
  const calls = serve({ 'GET /project/product': () => listOf(uses) });
  renderAt(
    paths.products.details('i1'),
    <ProductUsesTable item={{ id: 'i1' }}>{(shown) => [...shown].join(' ')}</ProductUsesTable>,
  );
  const rows = within(await screen.findByRole('table', { name: 'Products in projects' })).getAllByRole('row');
  expect(rows[1]).toHaveTextContent(/Customer newsletter\s*Acme.*\$1,200\.50/);
  expect(rows[2]).toHaveTextContent(/Customer newsletter\s*Globex.*\$900\.00/);
  expect(rows[1]?.children[1]?.textContent).not.toBe(rows[2]?.children[1]?.textContent);
  expect(screen.getAllByRole('link', { name: 'Customer newsletter' }).map((link) => link.getAttribute('href'))).toEqual(
    [paths.projects.product('p1', 'u1'), paths.projects.product('p2', 'u2')],
  );
  expect(screen.getByText('u1 u2')).toBeVisible();
  expect(calls).toHaveLength(1);
});
