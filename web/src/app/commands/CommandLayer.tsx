import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { type Destination, destinations, furtherDestinations } from '@/app/shell/destinations';
import { openBulk } from '@/bulk/bulk';
import { useAccount } from '@/session/useAccount';
import { useAddsProjects } from '@/session/useRights';
import { guideAddress } from '@/shared/guide';
import { common } from '@/shared/messages';
import { openedRecords } from '@/shared/opened';
import { IconButton } from '@/shared/ui/IconButton';
import { Modal } from '@/shared/ui/Modal';
import { addressOfView, viewsOf, viewsQuery } from '@/views/views';
import styles from './CommandLayer.module.css';
import { mostUsed, pathOf, remember, type Taken } from './choices';
import { Keys } from './keys';
import { messages } from './messages';
import { Palette } from './Palette';
import { allowedCommands, type Command, type CommandEffects, commands, groups } from './registry';
import { useLettersOn, useShortcuts } from './useShortcuts';
import type { Verb } from './verbs';

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
    () => allowedCommands(rights),
    (command) => command.run(effects),
  );

  function take(taken: Taken) {
    remember(email, taken);
    // The palette gives the focus back first: some commands are about what has it, or move it.
    flushSync(() => onPalette(false));
    if ('command' in taken) [...commands, ...views].find(({ id }) => id === taken.command)?.run(effects);
    else if ('record' in taken && taken.verb) openVerb(taken.verb, taken.record);
    else effects.go(pathOf(taken));
  }

  return (
    <>
      {palette && (
        <Palette
          commands={[...allowedCommands(rights), ...views]}
          recent={[...openedRecords(email).map((record) => ({ record })), ...mostUsed(email)]}
          onTake={take}
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

function openVerb({ list, action }: Verb, { id, name }: { id: string; name: string }): void {
  openBulk({ list, action, records: { ids: [id] }, count: 1, name });
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

/** The way to the user's guide, every key there is, and the switch for those that are plain letters. */
function HelpSheet({ known, onClose }: { known: readonly Command[]; onClose: () => void }) {
  const [lettersOn, setLettersOn] = useLettersOn();
  const titleId = useId();
  const switchId = useId();
  return (
    <Modal className={styles.sheet} label={{ id: titleId }} onClose={onClose}>
      <header className={styles.header}>
        <h2 id={titleId}>{messages.keyboardShortcuts}</h2>
        <IconButton label={common.close} icon={<X />} onClick={onClose} />
      </header>
      <p className={styles.guide}>
        <a href={guideAddress} target="_blank" rel="noreferrer">
          {messages.guide}
        </a>
        {messages.guideHelp}
      </p>
      <div className={styles.groups}>
        {groups
          .filter((group) => group !== messages.groups.act)
          .map((group) => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {known.map(
                  ({ id, group: own, label, keys }) =>
                    own === group &&
                    keys && (
                      <div key={id}>
                        <dt>{label}</dt>
                        <dd>
                          <Keys keys={keys} />
                        </dd>
                      </div>
                    ),
                )}
              </dl>
            </section>
          ))}
      </div>
      <div className={styles.setting}>
        <input
          id={switchId}
          type="checkbox"
          checked={lettersOn}
          aria-describedby={`${switchId}-note`}
          onChange={(event) => setLettersOn(event.target.checked)}
        />
        <label htmlFor={switchId}>{messages.singleKeys}</label>
        <p id={`${switchId}-note`}>{messages.singleKeysHelp}</p>
      </div>
    </Modal>
  );
}
