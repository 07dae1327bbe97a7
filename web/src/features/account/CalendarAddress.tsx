import { CalendarPlus, CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { useAction } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Note } from '@/shared/ui/text/Note';
import { ShownOnce } from '@/shared/ui/text/ShownOnce';
import { messages } from './messages';
import styles from './parts.module.css';

/** The private address of the user's calendar. The server knows none to show: it keeps a hash. */
export function CalendarAddress() {
  const [asking, setAsking] = useState<'new' | 'end'>();
  const [url, setUrl] = useState<string>();
  const renewal = useAction(async () => setUrl((await api.post('/account/calendar')).url));
  const end = useAction(async () => {
    await api.delete('/account/calendar');
    setUrl(undefined);
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
      <Note>{messages.calendarNewText}</Note>
      <Note>{messages.calendarLife}</Note>
      <div className={styles.actions}>
        <Button icon={<CalendarPlus aria-hidden />} onClick={() => setAsking('new')}>
          {messages.calendarNew}
        </Button>
        <Button icon={<CalendarX2 aria-hidden />} onClick={() => setAsking('end')}>
          {messages.calendarEnd}
        </Button>
      </div>
      {asking === 'new' && (
        <ActionDialog
          title={messages.calendarRenewing}
          message={messages.calendarRenewingText}
          verb={messages.calendarNew}
          action={renewal}
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
