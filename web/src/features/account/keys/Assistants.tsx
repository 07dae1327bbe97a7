import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { base } from '@/base';
import { lazyPart } from '@/shared/loading/lazyPart';
import { Button } from '@/shared/ui/buttons/Button';
import { CopyButton } from '@/shared/ui/buttons/CopyButton';
import { Chips } from '@/shared/ui/inputs/Chips';
import { Note } from '@/shared/ui/text/Note';
import { ShownOnce } from '@/shared/ui/text/ShownOnce';
import styles from './Assistants.module.css';
import { assistantMessages as messages } from './assistantMessages';
import { type AssistantName, assistants } from './assistants';
import { keyMessages } from './keyMessages';
import type { NewKey } from './NewKeyDialog';

const NewKeyDialog = lazyPart(() => import('./NewKeyDialog'));

/** Makes a key for an assistant, and shows what to paste into the best-known ones. */
export default function Assistants() {
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<NewKey>();
  const [chosen, setChosen] = useState<AssistantName>('claude');
  const address = `${window.location.origin}${base}`;
  const { file, paste } = assistants[chosen];
  const text = paste(address, added?.key ?? messages.placeholder);
  return (
    <div className={styles.part}>
      <p>{messages.about}</p>
      <div>
        <Button icon={<Sparkles aria-hidden />} onClick={() => setIsAdding(true)}>
          {messages.add}
        </Button>
      </div>
      {added && (
        <ShownOnce
          title={keyMessages.secretOf(added.name)}
          text={added.key}
          what={keyMessages.secret}
          note={messages.filledIn}
        />
      )}
      <Chips
        label={messages.which}
        options={Object.entries(assistants).map(([value, { brand }]) => ({ value, label: brand }))}
        value={chosen}
        onChange={(value) => setChosen(value as AssistantName)}
      />
      <div className={styles.paste}>
        <div className={styles.where}>
          <p>{messages.where[file]}</p>
          <CopyButton text={text} what={messages.settings} />
        </div>
        <pre>
          <code>{text}</code>
        </pre>
      </div>
      <Note>{messages.bridge(`${address}mcp`)}</Note>
      {isAdding && <NewKeyDialog onAdded={setAdded} onClose={() => setIsAdding(false)} />}
    </div>
  );
}
