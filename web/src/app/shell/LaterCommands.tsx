import { useEffect, useEffectEvent, useState } from 'react';
import { lazyPart } from '@/shared/lazyPart';
import { common } from '@/shared/messages';
import { useIdle } from '@/shared/timing';
import { notify } from '@/shared/toast';
import { topDialog } from '@/shared/ui/Modal';
import { messages } from './messages';

const CommandLayer = lazyPart(() => import('@/app/commands/CommandLayer'), { failed: <CommandsFailed /> });

interface LaterCommandsProps {
  /** Whether the palette is open. */
  palette: boolean;
  onPalette: (open: boolean) => void;
}

/** Palette and shortcuts come when the page is painted, or at once when they are asked for. */
export function LaterCommands({ palette, onPalette }: LaterCommandsProps) {
  const isIdle = useIdle();
  const [isThere, setThere] = useState(false);
  // For good: a palette that was opened and closed before the browser was idle leaves its shortcuts behind.
  if (!isThere && (isIdle || palette)) setThere(true);
  const open = useEffectEvent(() => onPalette(true));

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // A dialog is a question that wants its answer first.
      if (!topDialog()) open();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return isThere && <CommandLayer palette={palette} onPalette={onPalette} />;
}

function CommandsFailed() {
  useEffect(
    () => notify.warning(messages.commandsFailed, { label: common.reload, run: () => window.location.reload() }),
    [],
  );
  return null;
}
