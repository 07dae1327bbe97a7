export const messages = {
  up: (label: string) => `${label}, ascending`,
  down: (label: string) => `${label}, descending`,
};
