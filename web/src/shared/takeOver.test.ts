import { QueryClient, queryOptions } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { takeOver } from './takeOver';

it('is not written over by a read that began before', async () => {
  const client = new QueryClient();
  const slow = Promise.resolve('version 4');
  const query = queryOptions({ queryKey: ['company'], queryFn: () => slow });
  client.setQueryData(query.queryKey, 'version 4');
  const reading = client.fetchQuery(query);
  takeOver(client, query.queryKey, 'version 5');
  await reading;
  expect(client.getQueryData(query.queryKey)).toBe('version 5');
});
