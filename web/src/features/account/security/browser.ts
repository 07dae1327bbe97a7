import { security } from './securityMessages';

const { names } = security;

/** In this order: most browsers also name the ones that they are like. */
const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, names.edge],
  [/\bOPR\//, names.opera],
  [/\b(Firefox|FxiOS)\//, names.firefox],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, names.chrome],
  [/\bSafari\//, names.safari],
];

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, names.ios],
  [/\bAndroid\b/, names.android],
  [/\bWindows\b/, names.windows],
  [/\bMac OS X\b/, names.macos],
  [/\bLinux\b/, names.linux],
];

const nameIn = (agent: string, known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(agent))?.[1];

/** What a browser or program calls itself, in words. */
export function browserOf(agent: string): string {
  const browser = nameIn(agent, browsers) ?? agent.split(/[/\s]/, 1)[0];
  if (!browser) return security.unknownBrowser;
  const system = nameIn(agent, systems);
  return system ? security.browserOn(browser, system) : browser;
}
