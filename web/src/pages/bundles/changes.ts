// One file for the pages about what was changed and removed: they have most of their parts in common (adr 0025).
export { ActivityPage } from '@/history/ActivityPage';
export { RemovedPage } from '@/history/RemovedPage';
