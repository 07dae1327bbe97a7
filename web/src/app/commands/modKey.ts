import { controlKey } from '@/shared/format/locale';

/** What the key for commands is called on this keyboard. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : controlKey;
