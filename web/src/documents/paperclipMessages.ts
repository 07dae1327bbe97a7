import { counted } from '@/shared/format/number';

export const messages = {
  count: (count: number) => counted(count, 'document', 'documents'),
};
