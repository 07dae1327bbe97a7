import type { Account } from '@/session/session';
import type { Statistics } from './queries';

export const steps = ['catalogue', 'company', 'people', 'mail'] as const;

export type Step = (typeof steps)[number];

/** Which of the first steps of an administrator are done, by what there is. */
export function doneSteps(statistics: Statistics, { noMailServer }: Pick<Account, 'noMailServer'>) {
  const { productCategories, subscriptionCategories, companies, allUsers } = statistics;
  return {
    catalogue: productCategories + subscriptionCategories > 0,
    company: companies > 0,
    people: (allUsers ?? 0) > 1,
    mail: !noMailServer,
  } satisfies Record<Step, boolean>;
}
