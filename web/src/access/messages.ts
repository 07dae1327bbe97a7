import { formatCount } from '@/shared/format/number';

const sees = { cost: 'Sees everything, also cost', noCost: 'Sees everything except cost' };

export const messages = {
  showMore: (next: number) => `Show ${formatCount(next)} more`,
  andMore: (left: number) => `And ${formatCount(left)} more.`,
  fromCompany: 'from the company',
  fromGroup: 'by the group {group}',

  /** What a user has access to. */
  ofUser: {
    title: 'Access',
    none: 'No access yet',
    noneText: 'This user moderates no company and no project.',
    notLoaded: 'An error occurred while loading what this user has access to.',
    isDisabled: 'This user is disabled: the roles allow nothing until the user is enabled again.',
    inherited:
      'Projects to which a role on their company gives access are counted too. Handing over changes only the roles themselves, so it changes fewer records.',
    everything: 'Everything',
    company: 'Company',
    projectOf: 'Project of',
  },

  /** Who has access to a company or project besides its moderators. */
  ofRecord: {
    title: 'Also with access',
    notLoaded: 'An error occurred while loading who else has access.',
    you: 'you',
    nothing: 'Disabled: can do nothing.',
    everything: 'Sees and edits everything.',
    some: (hasCost: boolean, does: string[]) => `${[hasCost ? sees.cost : sees.noCost, ...does].join('; ')}.`,
    does: {
      edit: 'edits',
      manageModerators: 'manages moderators',
      editSubscriptions: 'edits subscriptions',
      setProductStatus: 'sets the status of products',
    },
  },
};
