import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';

export type Statistics = AnswerOf<'/dashboard/statistics', 'get'>;

export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => api.get('/dashboard/statistics', { signal }),
});
