import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useAccount } from '@/session/useAccount';
import { useAddsProjects } from '@/session/useAddsProjects';
import { HelpSheet } from './HelpSheet';
import { messages } from './messages';
import { Palette } from './Palette';
import { mostUsed, remember, type Taken } from './recent';
import { kinds } from './records';
import { allowedCommands, type CommandEffects, commands } from './registry';
import { useShortcuts } from './useShortcuts';

interface CommandLayerProps {
  /** Whether the palette is open. */
  palette: boolean;
  onPalette: (open: boolean) => void;
}

/** The commands at work, over every page. Loaded after the first paint, hence a default export. */
export default function CommandLayer({ palette, onPalette }: CommandLayerProps) {
  const { email, isAdmin } = useAccount();
  const navigate = useNavigate();
  const [help, setHelp] = useState(false);
  useKeptFocus();
  const rights = { isAdmin, addsProjects: useAddsProjects().addsProjects === true };

  const effects: CommandEffects = {
    go: (path) => void navigate(path),
    back: () => void navigate(-1),
    openPalette: () => onPalette(true),
    openHelp: () => setHelp(true),
  };
  // What a page offers changes without a render of this layer: it is asked for when a key is pressed.
  useShortcuts(
    () => allowedCommands(rights),
    (command) => command.run(effects),
  );

  function take(taken: Taken) {
    remember(email, taken);
    // The palette gives the focus back first: some commands are about what has it, or move it.
    flushSync(() => onPalette(false));
    if ('record' in taken) effects.go(kinds[taken.record.kind]?.path(taken.record.id) ?? '');
    else commands.find(({ id }) => id === taken.command)?.run(effects);
  }

  return (
    <>
      {palette && (
        <Palette
          commands={allowedCommands(rights)}
          recent={mostUsed(email)}
          onTake={take}
          onClose={() => onPalette(false)}
        />
      )}
      {help && (
        <HelpSheet
          commands={commands.filter(
            ({ group, may }) => group === messages.groups.page || may === undefined || may(rights),
          )}
          onClose={() => setHelp(false)}
        />
      )}
    </>
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
