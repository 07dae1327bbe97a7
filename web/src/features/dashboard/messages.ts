import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

export const messages = {
  dashboard: 'Dashboard',
  hello: (name: string) => `Hello, ${name}`,
  notificationsNotCounted: 'New notifications could not be counted.',
  noNewNotifications: 'There are no new notifications so far.',
  youHave: 'You have {notifications}.',
  newNotifications: (count: number) => counted(count, 'new notification', 'new notifications'),

  statistics: 'Statistics',
  loadingStatistics: 'Loading Statistics...',
  statisticsFailed: 'An error occurred while loading statistics.',
  withoutPending: 'As of now, without records pending removal',
  companies: 'Companies',
  projects: 'Projects',
  endingSoon: 'Subscriptions Ending Soon',
  inTwoWeeks: 'Within 14 days, without being renewed',
  subscriptionsMoney: "Projects' Subscriptions Cost/Price (USD)",
  productsMoney: "Projects' Products Cost/Price (USD)",
  productCategories: 'Product Categories',
  products: 'Products',
  subscriptionCategories: 'Subscriptions Categories',
  subscriptions: 'Subscriptions',
  adminUsers: 'Admin Users',
  allUsers: 'All Users',
  cost: 'cost ',
  price: 'price ',
  wholeTerms: 'Running subscriptions: the prices of their whole terms, of months and of years, added up',
  onceOnly: 'Products of all projects, each paid once',
  whoSeesCost: 'Owners and Managers see it',

  nothingYet: 'Nothing to see yet',
  nothingYetText: 'You are not a moderator of any company or project yet. An administrator or an owner can add you.',
  toAccount: 'Go to your account',
};

/** The texts of the charts, which come after the first paint. */
export const chartMessages = {
  notLoaded: 'The charts could not be loaded.',

  ending: 'When do subscriptions end?',
  endingTotal: (count: number) => `${counted(count, ...ends)} in the next twelve weeks, unrenewed`,
  endingInWeek: (week: string, count: number) => `Week of ${week}: ${counted(count, ...ends)}`,
  endingNone: 'No subscription ends in the next twelve weeks without being renewed.',
  weekOf: 'Week of',
  subscriptions: 'Subscriptions',

  prices: 'Which companies bring most a month?',
  pricesAndCosts: 'Which companies bring most a month, and what do they cost?',
  pricesOf: (count: number) =>
    `The ${count === 1 ? 'company' : `${formatCount(count)} companies`} with the highest price a month, now`,
  pricesNone: 'No subscription with a price runs now.',
  company: 'Company',
  monthlyPrice: 'Price a month',
  monthlyCost: 'Cost a month',
  priceOf: (amount: string) => `${amount} price a month`,
  costOf: (amount: string) => `${amount} cost a month`,
  amountsOf: (name: string, amounts: string[]) => `${isolate(name)}: ${amounts.join(', ')}`,

  products: "How far are the projects' products?",
  productsTotal: (count: number) => `${counted(count, 'product', 'products')} in all projects`,
  productsNone: 'No project has a product yet.',
  productsWith: (status: string, count: number, percent: number) =>
    `${status}: ${counted(count, 'product', 'products')}, ${percent} %`,
  status: 'Status',
  count: 'Products',
};

const ends = ['subscription ends', 'subscriptions end'] as const;
