/** What forms and pages say of own fields. */
export const messages = {
  required: (label: string) => `${label} field is required.`,
  tooLong: (label: string, most: number) => `${label} length must be at most ${most}.`,
  number: (label: string) =>
    `${label} must be a number of at most twelve digits, with at most four decimals, such as 1250.5.`,
  link: (label: string) => `${label} must be an http or https address.`,
  linkHelp: 'Begins with https:// or http://.',
  confidentialHelp: 'Only people who may see the cost see this.',
  choose: 'Choose…',
  contains: (label: string) => `${label} contains`,
  orFilled: 'Or whether it is filled in:',
  notANumber: 'A number looks like 1250.5.',
};
