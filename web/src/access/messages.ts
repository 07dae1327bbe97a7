import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

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

  /** What is done when a person leaves. */
  ofLeaving: {
    title: (name: string) => `${isolate(name)} leaves`,
    handOver: 'Hand over what they look after',
    left: (companies: number, projects: number) =>
      `They have a role in ${[companies > 0 && counted(companies, 'company', 'companies'), projects > 0 && counted(projects, 'project', 'projects')].filter(Boolean).join(' and ')}. Somebody else gets all of it.`,
    nothingLeft: 'They have no role on any company or project.',
    disable: 'Disable',
    disableText:
      'They are signed out everywhere at once, their keys and calendar address end, and they can not sign in any more.',
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
