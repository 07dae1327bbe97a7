import type { ImportKind } from '@/records';

/** How a row of a file finds its record. */
export const found: Record<ImportKind, string> = {
  company: 'A row changes the company with its Id, else the one with its Name. Without one, it adds a company.',
  project:
    'A row changes the project with its Id, else the one with its Company and Name. Without one, it adds a project.',
  product:
    'A row changes the product with its Id, else the one with its Category and Name. Without one, it adds a product.',
  subscription:
    'A row changes the subscription with its Id, else the one with its Category and Name. Without one, it adds a subscription.',
  user: 'A row changes the user with its Email. Without one, it adds a user, who is invited by mail.',
  projectSubscription:
    'A row changes the project subscription with its Id. Without one, it attaches a subscription of the catalogue to a project.',
};
