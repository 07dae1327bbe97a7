import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { setServerData } from '@/api/invalidate';
import { useOwnFields } from '@/own/fields';
import { useAction } from '@/shared/forms/useAction';
import { Button } from '@/shared/ui/buttons/Button';
import { Select } from '@/shared/ui/inputs/Select';
import { Section } from '@/shared/ui/records/Card';
import { ComparingBar } from './Comparing';
import { Failure } from './Failure';
import { importedKind, importLabels } from './fields';
import styles from './Import.module.css';
import { messages } from './messages';
import { type Import, importQuery, receiveComparing, rowsQuery } from './queries';

/** Which field each column of the file sets, as it was guessed; corrected, the file is compared again. */
export function Columns({ of }: { of: Import }) {
  const client = useQueryClient();
  const [fields, setFields] = useState(of.columns.map(({ field }) => field ?? ''));
  // The rows below begin with the same page.
  const { data: rows } = useQuery(rowsQuery(of, undefined, 1));
  const example = rows?.data.find(({ cells }) => cells.some((cell) => cell !== ''));
  const kind = importedKind(of.list);
  const labels = importLabels(kind, useOwnFields(kind));
  const options = [
    { value: '', label: messages.leaveAlone },
    ...Object.entries(labels).map(([value, label]) => ({ value, label })),
  ];
  const twice = fields.find((field, place) => field !== '' && fields.indexOf(field) !== place);
  const isChanged = of.columns.some(({ field }, place) => (field ?? '') !== fields[place]);

  const comparing = useAction(async () => {
    receiveComparing(client, null);
    const columns = of.columns.map(({ header }, place) => ({ header, field: fields[place] || null }));
    const compared = await api.put('/import/columns', { body: { id: of.id, version: of.version, columns } });
    setServerData(client, importQuery(of.id).queryKey, compared);
  });

  return (
    <Section title={messages.columns} count={of.columns.length}>
      <p className={styles.note}>{messages.columnsHelp}</p>
      <div className={styles.columns}>
        {of.columns.map(({ header }, place) => {
          const name = header || messages.unnamedColumn(place + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name, and none ever moves
            <div key={place} className={styles.column}>
              <span dir="auto">{name}</span>
              <Select
                label={messages.columnOf(name)}
                options={options}
                value={fields[place] ?? ''}
                onChange={(field) => setFields(fields.with(place, field))}
              />
              <span className={styles.example} dir="auto">
                {example?.cells[place]}
              </span>
            </div>
          );
        })}
      </div>
      {fields.includes('') && (
        <p className={styles.note}>
          {messages.leftAlone(of.columns.filter((_, place) => fields[place] === '').map(({ header }) => header))}
        </p>
      )}
      {twice && (
        <p className={styles.bad} role="alert">
          {messages.twice(labels[twice] ?? twice)}
        </p>
      )}
      <Failure actions={[comparing]} />
      {isChanged && (
        <div className={styles.again}>
          <Button
            variant="primary"
            aria-disabled={twice !== undefined || undefined}
            busy={comparing.status === 'in progress'}
            onClick={() => twice === undefined && void comparing.run()}
          >
            {messages.compareAgain}
          </Button>
          {comparing.status === 'in progress' && (
            <ComparingBar label={messages.compareAgain} isOwn={({ id }) => id === of.id} />
          )}
        </div>
      )}
    </Section>
  );
}
