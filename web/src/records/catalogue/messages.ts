import type { Noun } from '@/shared/format/noun';
import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

export const messages = {
  anyStatus: 'Any status',
  removedOrNot: 'Removed or not',
  none: ({ many }: Noun) => `No ${many} yet`,
  noneText: ({ many }: Noun) => `The ${many} that projects can use are kept here, in categories.`,
  noneForModerators: 'An administrator adds them to the catalogue.',
  noneToSee: ({ one }: Noun) => `No ${one} you may see`,
  noneToSeeText: 'You are not a moderator of any company or project. An administrator or an owner can add you.',

  aTerm: (cost: string) => `${cost} a term`,
  costsATerm: (cost: string) => `Cost: ${cost} a term`,
  costHelp: 'What one term costs us, whatever its length.',
  noticeHelp: 'Days before the end by which it must be canceled. A project may agree on its own.',

  usedIn: 'Used in projects',
  othersWait: (count: number) =>
    `${counted(count, 'use is', 'uses are')} not in the table: the project or its company waits for removal.`,
  unused: 'No project uses it',
  unusedText: ({ one }: Noun) => `A project that takes up this ${one} is listed here.`,
  showMore: 'Show more',
  andMore: (count: number) => `and ${formatCount(count)} more`,
  staysWhileUsed: (uses: number) => `It stays, marked, until no project uses it: ${counted(uses, 'use', 'uses')} now.`,
  needsCategory: 'its category',
  removal: {
    blocked: 'Must Remove all projects using this item first.',
    unused: 'No project uses this item any more.',
    until: 'It is gone once no project uses it',
    left: ['use is', 'uses are'] as [one: string, many: string],
  },

  category: { one: 'category', many: 'categories' } as Noun,
  categories: 'Categories',
  addCategory: 'Add category',
  newCategory: 'New category',
  chooseCategory: 'Choose a category',
  noCategoryYet: 'There is no category yet',
  noCategoryYetText: ({ one }: Noun) => `Every ${one} is in a category. Add one beside the list first.`,
  toList: 'Go to the list',
  noCategory: (name: string) => `There is no category ${name}`,
  noCategoryText: 'It may have been removed.',
  showAll: ({ many }: Noun) => `Show all ${many}`,
  noneIn: ({ many }: Noun, name: string) => `No ${many} in ${name}`,
  noneInText: ({ many }: Noun) => `Its ${many} are listed here once there are any.`,
  pendingCategory: (name: string) => `${name}: Pending Remove`,
  pending: ', Pending Remove',
  pendingCategoryText: ({ many }: Noun) =>
    `This category is not removed. Remove its ${many} then finalize it, or restore it.`,
  leftIn: ({ one, many }: Noun, count: number, name: string) =>
    `${counted(count, `${one} is`, `${many} are`)} left in ${isolate(name)}.`,
  rename: 'Rename',
  renameCategory: 'Rename category',
  renamingCategory: (name: string) => `Renaming Category: ${isolate(name)}`,
  categoryRenamed: (from: string, to: string) => `Category ${isolate(from)} is called ${isolate(to)} now.`,
  removeCategory: 'Remove category',
  removingCategory: (name: string) => `Removing Category: ${isolate(name)}`,
  removingCategoryQuestion: 'Are you sure you want to remove this category?',
  categoryStays: ({ one, many }: Noun, count: number) =>
    `It stays, marked, until nothing is left in it: ${counted(count, one, many)} now.`,
  categoryRemoved: (name: string) => `Category ${isolate(name)} is removed.`,
  categoryRestored: (name: string) => `Category ${isolate(name)} is restored.`,
  categoryNotRemoved: (name: string) => `Couldn't remove category: ${isolate(name)}`,
  categoryNotRestored: (name: string) => `Couldn't restore category: ${isolate(name)}`,
};
