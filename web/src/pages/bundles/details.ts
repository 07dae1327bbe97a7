// One file for the pages of most records, which have most of their parts in common (adr 0025).
export * from '@/pages/company';
export * from '@/pages/product';
export * from '@/pages/project';
export * from '@/pages/projectItems';
