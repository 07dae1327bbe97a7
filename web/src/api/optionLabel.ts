import { messages } from './messages';

const optionLabels: Record<string, string> = messages.options;

/** How a key is shown, in an option or elsewhere; most keys are words already. */
export function optionLabel(key: string): string {
  return optionLabels[key] ?? key;
}
