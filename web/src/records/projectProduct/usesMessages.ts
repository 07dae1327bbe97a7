import { formatCount } from '@/shared/format/number';

export const messages = {
  uses: 'Products in projects',
  failed: 'The projects that use it could not be loaded.',
  project: 'Project',
  status: 'Status',
  price: 'Price, paid once',
  showMore: 'Show more',
  first: (shown: number, all: number) => `These are the first ${formatCount(shown)} of ${formatCount(all)}.`,
};
