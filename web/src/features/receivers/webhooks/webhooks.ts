import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { messages as historyMessages } from '@/history/messages';
import { nameAmongAll, recordNamed } from '@/records';
import { failsInPlace } from '@/shared/loading/readFailure';
import { messages } from './messages';

export type Webhook = AnswerOf<'/webhook', 'get'>[number];
export type NewWebhook = AnswerOf<'/webhook', 'post'>;
export type Delivery = AnswerOf<'/webhook/{id}/delivery', 'get'>[number];

export const webhooksQuery = queryOptions({
  queryKey: queryKeys.webhooks,
  meta: failsInPlace,
  queryFn: ({ signal }) => api.get('/webhook', { query: { PageSize: 200 }, signal }),
});

export function deliveriesQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.webhooks, id, 'deliveries'],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.list('/webhook/{id}/delivery', { path: { id }, query: { PageSize: 50 }, signal }),
  });
}

/** Every action of a kind of records. */
export const anyAction = '*';

/** An event in words; one that a newer server has made up stands as it is. */
export function inWords(event: string): string {
  const [entity = '', action = ''] = event.split('.');
  const record = recordNamed(entity);
  const done = action === anyAction ? messages.anything : (historyMessages.actions as Record<string, string>)[action];
  return record && done ? messages.eventOf(nameAmongAll(record).title, done) : event;
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
