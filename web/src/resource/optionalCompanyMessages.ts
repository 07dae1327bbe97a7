/** The texts of a field for one company, or none. */
export const messages = {
  company: 'Company',
  notPicked: 'Company is not one of the list. Pick one, or empty the field.',
  noCompany: 'No company is found.',
};
