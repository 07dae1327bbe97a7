import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { openBulk } from '@/bulk/bulk';
import { subscriptionQuery } from '@/records/projectSubscription/queries';
import { stateLabels } from '@/records/projectSubscription/stateMessages';
import { nextOf, useRenewal } from '@/records/projectSubscription/term';
import { messages as termMessages } from '@/records/projectSubscription/termMessages';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { useDebounced } from '@/shared/loading/timing';
import { common } from '@/shared/messages';
import { openedRecords } from '@/shared/storage/opened';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { longestSearch } from '@/shared/ui/inputs/SearchField';
import { Modal } from '@/shared/ui/overlays/Modal';
import { Sentence } from '@/shared/ui/text/Sentence';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import {
  type Choice,
  choicesOf,
  choicesOfVerb,
  grouped,
  marked,
  mostUsed,
  pathOf,
  recordsQuery,
  remember,
  type Taken,
} from './choices';
import { Keys } from './keys';
import { messages } from './messages';
import styles from './Palette.module.css';
import type { Command, CommandEffects } from './registry';
import { useListbox } from './useListbox';
import type { Verb } from './verbs';

interface PaletteProps {
  /** Whose habits it follows: the e-mail address of the signed-in user. */
  user: string;
  commands: readonly Command[];
  effects: CommandEffects;
  onClose: () => void;
}

const pause = 150;
const nothing = { data: [], counts: [] };

/** Finds records and commands by name. The focus stays in the field, the arrow keys choose. Opened now and then: hence a default export. */
export default function Palette({ user, commands, effects, onClose }: PaletteProps) {
  const client = useQueryClient();
  const renewal = useRenewal();
  const [recent] = useState(() => [...openedRecords(user).map((record) => ({ record })), ...mostUsed(user)]);

  function onTake(taken: Taken) {
    remember(user, taken);
    // The palette gives the focus back first: some commands are about what has it, or move it.
    flushSync(onClose);
    if ('command' in taken) commands.find(({ id }) => id === taken.command)?.run(effects);
    else if ('record' in taken && taken.verb) begin(taken.verb, taken.record);
    else effects.go(pathOf(taken));
  }

  /** A renewal whose line has told what it does needs no dialog. */
  function begin({ list, action }: Verb, { id, name }: { id: string; name: string }) {
    const told = action === 'renew' ? client.getQueryData(subscriptionQuery(id).queryKey) : undefined;
    if (told) void renewal.run(told);
    else openBulk({ list, action, records: { ids: [id] }, count: 1, name });
  }

  const [typed, setTyped] = useState('');
  const [verb, setVerb] = useState<Verb>();
  const text = typed.trim();
  const searched = useDebounced(text, pause);
  const search = useQuery(recordsQuery(searched));
  const isCurrent = searched === text;
  const sources = { recent, text, found: (isCurrent && search.data) || nothing };
  const choices = verb ? choicesOfVerb(verb, sources) : choicesOf({ commands, ...sources });
  const { combobox, list, reset, take } = useListbox({
    options: choices,
    keyOf: (choice) => choice.key,
    onTake: ({ taken }) => {
      const chosen = 'command' in taken ? commands.find(({ id }) => id === taken.command)?.verb : undefined;
      if (!chosen) return onTake(taken);
      setVerb(chosen);
      setTyped('');
    },
  });

  return (
    <Modal className={styles.palette} label={{ text: messages.searchAndCommands }} onClose={onClose}>
      <div className={styles.field}>
        <Search size={18} aria-hidden />
        <input
          {...combobox}
          aria-label={common.search}
          placeholder={verb ? messages.verbs[verb.action].which : messages.searchOrCommand}
          maxLength={longestSearch}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            reset();
          }}
        />
        <IconButton label={common.close} icon={<X />} onClick={onClose} />
      </div>
      {verb && (
        <p className={styles.asked} role="status">
          {messages.verbs[verb.action].which} {text === '' && messages.allOfThem}
        </p>
      )}
      <div className={styles.results}>
        <div id={list.id} role="listbox" aria-label={messages.results} className={styles.list} hidden={!list.shown}>
          {grouped(choices).map(({ group, lines }) => (
            <Group key={group} name={group}>
              {lines.map(({ choice, index }) => (
                <Line
                  key={choice.key}
                  id={`${list.id}-${index}`}
                  choice={choice}
                  text={text}
                  isActive={index === list.active}
                  onTake={() => take(choice)}
                />
              ))}
            </Group>
          ))}
        </div>
        {text !== '' && (
          <Outcome
            text={text}
            isSearching={!isCurrent || search.isFetching}
            isFailed={isCurrent && search.isError}
            count={choices.length}
            onRetry={() => void search.refetch()}
          />
        )}
      </div>
      <p className={styles.hints} aria-hidden>
        <Sentence
          text={messages.hints}
          parts={{
            arrows: <Keys keys={['↑', '↓']} />,
            enter: <Keys keys={['Enter']} />,
            escape: <Keys keys={['Esc']} />,
          }}
        />
      </p>
    </Modal>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: options in a listbox are grouped by role, a fieldset is for forms
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={styles.group}>
        {name}
      </div>
      {children}
    </div>
  );
}

interface LineProps {
  id: string;
  choice: Choice;
  text: string;
  isActive: boolean;
  onTake: () => void;
}

function Line({ id, choice: { label, note, Icon, keys, taken }, text, isActive, onTake }: LineProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
    <div id={id} role="option" aria-selected={isActive} className={styles.line} onClick={onTake}>
      <Icon size={16} aria-hidden />
      <span className={styles.label} title={label}>
        <Marked name={label} text={text} />
        {note && (
          <span className={styles.note}>
            <Marked name={note} text={text} />
          </span>
        )}
      </span>
      {'record' in taken && taken.verb?.action === 'renew' && <NextTerm id={taken.record.id} />}
      {keys && <Keys keys={keys} />}
    </div>
  );
}

/** What a renewal by the rule does to the subscription as it is now: Enter renews that version of it. */
function NextTerm({ id }: { id: string }) {
  const { data, isFetchedAfterMount } = useQuery({ ...subscriptionQuery(id), refetchOnMount: 'always' });
  if (!data || !isFetchedAfterMount) return null;
  const { endAt, price } = nextOf(data);
  return (
    <span className={styles.term}>
      {data.isCanceled ? stateLabels.canceled : termMessages.renewUntil(formatDay(endAt), formatMoney(price))}
    </span>
  );
}

function Marked({ name, text }: { name: string; text: string }) {
  return marked(name, text).map(({ text: piece, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one name, which never move
    isMatch ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
  );
}

interface OutcomeProps {
  text: string;
  isSearching: boolean;
  isFailed: boolean;
  count: number;
  onRetry: () => void;
}

/** What became of the search, for eyes and ears. */
function Outcome({ text, isSearching, isFailed, count, onRetry }: OutcomeProps) {
  const news = isSearching
    ? messages.searching
    : isFailed
      ? messages.searchFailed
      : count === 0 && messages.nothingMatches(text);
  return (
    <div className={styles.outcome}>
      <p role="status">{news || <VisuallyHidden>{messages.resultCount(count)}</VisuallyHidden>}</p>
      {isFailed && !isSearching && <Button onClick={onRetry}>{common.tryAgain}</Button>}
    </div>
  );
}
