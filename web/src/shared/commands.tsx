import { type ComponentProps, type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '@/shared/ui/buttons/Button';

/** The commands that parts of a page offer. app/commands/registry.ts has their names and keys. */
export type PageCommand = 'new' | 'edit' | 'search' | 'save' | 'undo';

interface Offer {
  command: PageCommand;
  run: () => void;
  within?: RefObject<HTMLElement | null> | undefined;
}

const offers = new Set<Offer>();

/**
 * Offers a command while the component is shown. `within` is the element whose focus decides, for a command that a page
 * may offer several times.
 */
export function useCommand(command: PageCommand | undefined, run: () => void, within?: Offer['within']): void {
  const onRun = useEffectEvent(run);
  // Not after painting: a key may be pressed as soon as the page is seen.
  useLayoutEffect(() => {
    if (command === undefined) return;
    const offer: Offer = { command, run: () => onRun(), within };
    offers.add(offer);
    return () => void offers.delete(offer);
  }, [command, within]);
}

/**
 * Returns what a command does on this page, undefined where nothing offers it. Of several offers the one that has the
 * focus counts; without the focus it is the latest, unless the focus has to decide.
 */
export function offered(command: PageCommand): (() => void) | undefined {
  const candidates = [...offers].filter((offer) => offer.command === command);
  const focused = candidates.find(({ within }) => within?.current?.contains(document.activeElement));
  if (focused) return focused.run;
  if (candidates.length > 1 && candidates.some(({ within }) => within)) return undefined;
  return candidates.at(-1)?.run;
}

/** A link that looks like a button and is a command of its page as well. */
export function CommandLink({ command, ...link }: ComponentProps<typeof ButtonLink> & { command: PageCommand }) {
  const navigate = useNavigate();
  useCommand(command, () => void navigate(link.to));
  return <ButtonLink {...link} />;
}
