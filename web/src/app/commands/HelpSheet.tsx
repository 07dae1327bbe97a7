import { X } from 'lucide-react';
import { useId } from 'react';
import { guideAddress } from '@/base';
import { common } from '@/shared/messages';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Modal } from '@/shared/ui/overlays/Modal';
import styles from './CommandLayer.module.css';
import { Keys } from './keys';
import { messages } from './messages';
import { type Command, groups } from './registry';
import { useLettersOn } from './useShortcuts';

/** The way to the user's guide, every key there is, and the switch for those that are plain letters. */
export default function HelpSheet({ known, onClose }: { known: readonly Command[]; onClose: () => void }) {
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
