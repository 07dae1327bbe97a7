import { expect, it } from 'vitest';
import { guideOf } from './GuideLink';

it.each([
  ['/btracker/app/companies', 'find.html'],
  ['/btracker/app/companies/new', 'new-customer.html'],
  ['/btracker/app/users/ann@example.com', 'people.html'],
  ['/btracker/app/dashboard', ''],
])('of %s is %s', (path, page) => {
  expect(guideOf(path)).toMatch(new RegExp(`help/${page}$`));
});
