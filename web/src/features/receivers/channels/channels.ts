import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { failsInPlace } from '@/shared/loading/readFailure';
import { messages } from './messages';

export type Channel = AnswerOf<'/channel', 'get'>[number];
export type ChannelAnswer = AnswerOf<'/channel/test', 'post'>;

export const channelsKey = ['channels'];

export const channelsQuery = queryOptions({
  queryKey: channelsKey,
  meta: failsInPlace,
  queryFn: ({ signal }) => api.get('/channel', { query: { PageSize: 200 }, signal }),
});

/** What a channel may be told of, in the order of a subscription's life. */
export const events = Object.keys(messages.eventNames) as (keyof typeof messages.eventNames)[];

/** A word of the server in ours; one that a newer server has made up stands as it is. */
export function inWords(words: Record<string, string>, word: string): string {
  return words[word] ?? word;
}
