export const browserMessages = {
  unknown: 'Unknown program',
  on: (browser: string, system: string) => `${browser} on ${system}`,
};
