import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { InstantText } from '@/shared/ui/text/RelativeTime';
import { Sentence } from '@/shared/ui/text/Sentence';
import { ShownOnce } from '@/shared/ui/text/ShownOnce';
import { messages } from './messages';
import styles from './parts.module.css';

/** The private address of the user's calendar. The server tells since when there is one, not the address: it keeps a hash. */
export function CalendarAddress() {
  const calendar = useQuery({
    queryKey: queryKeys.calendar,
    queryFn: ({ signal }) => api.get('/account/calendar', { signal }),
  });
  const client = useQueryClient();
  const [asking, setAsking] = useState<'replace' | 'end'>();
  const [url, setUrl] = useState<string>();
  const changed = (made: string | undefined) => {
    setUrl(made);
    return client.invalidateQueries({ queryKey: queryKeys.calendar });
  };
  const create = async () => changed((await api.post('/account/calendar')).url);
  const first = useActionWithToast(create);
  const replacement = useAction(create);
  const end = useAction(async () => {
    await api.delete('/account/calendar');
    await changed(undefined);
    notify.success(messages.calendarEnded);
  });
  const done = () => setAsking(undefined);
  return (
    <div className={styles.part}>
      <p>{messages.calendarAbout}</p>
      {url && (
        <ShownOnce
          title={messages.calendarAddress}
          text={url}
          what={messages.calendarAddress}
          note={messages.calendarOnce}
        />
      )}
      {calendar.isError && <FailedQuery query={calendar} message={messages.calendarFailed} />}
      {calendar.isPending && <Skeleton height={96} />}
      {calendar.data?.since === null && (
        <>
          <Note>{messages.calendarNone}</Note>
          <div className={styles.actions}>
            <Button
              icon={<CalendarPlus aria-hidden />}
              busy={first.status === 'in progress'}
              onClick={() => void first.run()}
            >
              {messages.calendarNew}
            </Button>
          </div>
        </>
      )}
      {calendar.data?.since && (
        <>
          {!url && (
            <Note>
              <Sentence text={messages.calendarSince} parts={{ day: <InstantText at={calendar.data.since} /> }} />
            </Note>
          )}
          <Note>{messages.calendarLife}</Note>
          <div className={styles.actions}>
            <Button icon={<CalendarPlus aria-hidden />} onClick={() => setAsking('replace')}>
              {messages.calendarReplace}
            </Button>
            <Button icon={<CalendarX2 aria-hidden />} onClick={() => setAsking('end')}>
              {messages.calendarEnd}
            </Button>
          </div>
        </>
      )}
      {asking === 'replace' && (
        <ActionDialog
          title={messages.calendarReplacing}
          message={messages.calendarReplacingText}
          verb={messages.calendarReplace}
          action={replacement}
          onClose={done}
        />
      )}
      {asking === 'end' && (
        <ActionDialog
          title={messages.calendarEnding}
          message={messages.calendarEndingText}
          verb={messages.calendarEnd}
          danger
          action={end}
          onClose={done}
        />
      )}
    </div>
  );
}
