import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Destination, destinations, furtherDestinations } from '@/app/shell/destinations';
import { useAccount } from '@/session/useAccount';
import { useAddsProjects } from '@/session/useRights';
import { lazyPart } from '@/shared/loading/lazyPart';
import { addressOfView, viewsOf, viewsQuery } from '@/views/views';
import { messages } from './messages';
import { allowedCommands, type Command, type CommandEffects, commands } from './registry';
import { useShortcuts } from './useShortcuts';

interface CommandLayerProps {
  /** Whether the palette is open. */
  palette: boolean;
  onPalette: (open: boolean) => void;
}

const Palette = lazyPart(() => import('./Palette'), { failed: null });
const HelpSheet = lazyPart(() => import('./HelpSheet'), { failed: null });

/** The commands at work, over every page. Loaded after the first paint, hence a default export. */
export default function CommandLayer({ palette, onPalette }: CommandLayerProps) {
  const { email, isAdmin } = useAccount();
  const navigate = useNavigate();
  const [help, setHelp] = useState(false);
  useKeptFocus();
  usePreparedPalette();
  const views = useViewCommands();
  const rights = { isAdmin, addsProjects: useAddsProjects().addsProjects === true };

  const effects: CommandEffects = {
    go: (path) => void navigate(path),
    back: () => void navigate(-1),
    openPalette: () => onPalette(true),
    openHelp: () => setHelp(true),
  };
  // What a page offers changes without a render of this layer: it is asked for when a key is pressed.
  useShortcuts(
    // What is typed until the palette is there is meant for it.
    () => (palette ? [] : allowedCommands(rights)),
    (command) => command.run(effects),
  );

  return (
    <>
      {palette && (
        <Palette
          user={email}
          commands={[...allowedCommands(rights), ...views]}
          effects={effects}
          onClose={() => onPalette(false)}
        />
      )}
      {help && (
        <HelpSheet
          known={commands.filter(
            ({ group, may }) => group === messages.groups.page || may === undefined || may(rights),
          )}
          onClose={() => setHelp(false)}
        />
      )}
    </>
  );
}

/** Each saved view is a command that opens it. */
function useViewCommands(): Command[] {
  const { data = [] } = useQuery(viewsQuery);
  return [...destinations, ...Object.values<Destination>(furtherDestinations)].flatMap(({ list, label, Icon }) =>
    viewsOf(data, list ?? '').map((view) => ({
      id: `view ${view.id}`,
      group: messages.views,
      label: view.name,
      words: label,
      Icon,
      run: ({ go }) => go(addressOfView(view)),
    })),
  );
}

/**
 * What has the focus may vanish with its work: a Restore button, or what opened the dialog that was answered. The
 * keyboard then goes on in the page, and does not start again before the navigation.
 */
function useKeptFocus(): void {
  useEffect(() => {
    let last = document.activeElement;
    const follow = () => {
      last = document.activeElement;
    };
    const keep = () => {
      if (last?.isConnected !== false || document.activeElement !== document.body) return;
      last = null;
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', follow);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', follow);
    };
  }, []);
}

/** The palette's code comes with the first key or click, before anyone can have opened it. */
function usePreparedPalette(): void {
  useEffect(() => {
    const prepare = () => void import('./Palette').catch(() => undefined);
    const events = ['keydown', 'pointerdown'] as const;
    for (const event of events) window.addEventListener(event, prepare, { once: true, capture: true });
    return () => {
      for (const event of events) window.removeEventListener(event, prepare, { capture: true });
    };
  }, []);
}
