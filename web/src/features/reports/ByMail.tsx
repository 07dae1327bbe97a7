import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Mail } from 'lucide-react';
import { api } from '@/api/client';
import { setServerData } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import { useAccount } from '@/session/useAccount';
import { useActionWithToast } from '@/shared/forms/useAction';
import { failsInPlace } from '@/shared/loading/readFailure';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { Popover } from '@/shared/ui/overlays/Popover';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './messages';
import styles from './Reports.module.css';

type Mailing = keyof typeof messages.mailing;

const settingsQuery = queryOptions({
  queryKey: queryKeys.reportSettings,
  meta: failsInPlace,
  queryFn: ({ signal }) => api.get('/account/reportSettings', { signal }),
});

/** The report by mail: two clicks. */
export function ByMail() {
  const client = useQueryClient();
  const { noMailServer } = useAccount();
  const { data } = useQuery(settingsQuery);
  const { status, run } = useActionWithToast(async (email: Mailing, close: () => void) => {
    setServerData(client, settingsQuery.queryKey, await api.put('/account/reportSettings', { body: { email } }));
    close();
    notify.success(messages.mailingSaved[email]);
  });
  return (
    <Popover label={messages.byMail} icon={<Mail aria-hidden />} align="end" isBusy={status === 'in progress'}>
      {(close) => (
        <div className={styles.mail}>
          <Note className={styles.text}>{noMailServer ? messages.noMailServer : messages.byMailText}</Note>
          {(Object.keys(messages.mailing) as Mailing[]).map((mailing) => (
            <Button
              key={mailing}
              variant="quiet"
              className={styles.choice}
              aria-pressed={data?.email === mailing}
              icon={data?.email === mailing ? <Check aria-hidden /> : undefined}
              onClick={() => void run(mailing, close)}
            >
              {messages.mailing[mailing]}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}
