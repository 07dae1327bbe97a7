import { browserMessages } from './browserMessages';

/** In this order: most browsers also name the ones that they are like. */
const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (agent: string, known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(agent))?.[1];

/** What a browser or program calls itself, in words. */
export function browserOf(agent: string): string {
  const browser = nameIn(agent, browsers) ?? agent.split(/[/\s]/, 1)[0];
  if (!browser) return browserMessages.unknown;
  const system = nameIn(agent, systems);
  return system ? browserMessages.on(browser, system) : browser;
}
