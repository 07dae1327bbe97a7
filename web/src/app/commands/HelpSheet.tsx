import { X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '@/shared/ui/IconButton';
import { Modal } from '@/shared/ui/Modal';
import styles from './HelpSheet.module.css';
import { Keys } from './Keys';
import { type Command, groups } from './registry';
import { useLettersOn } from './useShortcuts';

/** Every key there is, and the switch for those that are plain letters. */
export function HelpSheet({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const [lettersOn, setLettersOn] = useLettersOn();
  const titleId = useId();
  const switchId = useId();
  return (
    <Modal className={styles.sheet} label={{ id: titleId }} onClose={onClose}>
      <header className={styles.header}>
        <h2 id={titleId}>Keyboard shortcuts</h2>
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </header>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {commands.map(
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
        <label htmlFor={switchId}>Single-key shortcuts</label>
        <p id={`${switchId}-note`}>They never work while you type in a field. Those with Ctrl or ⌘ always do.</p>
      </div>
    </Modal>
  );
}
