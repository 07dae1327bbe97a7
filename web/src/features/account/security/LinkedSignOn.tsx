import { useQueryClient } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { RemovalDialog } from '../PasswordDialog';
import styles from '../parts.module.css';
import { security } from './securityMessages';

/** The account at the provider of single sign-on that signs the user in. */
export default function LinkedSignOn({ provider }: { provider: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.part}>
      <p>{security.linked(provider)}</p>
      <div className={styles.actions}>
        <Button icon={<Unlink aria-hidden />} onClick={() => setAsking(true)}>
          {security.unlink}
        </Button>
      </div>
      {asking && <UnlinkDialog provider={provider} onClose={() => setAsking(false)} />}
    </div>
  );
}

function UnlinkDialog({ provider, onClose }: { provider: string; onClose: () => void }) {
  const client = useQueryClient();

  async function unlink(currentPassword: string | null): Promise<void> {
    await api.delete('/account/oidc', { body: { currentPassword } });
    notify.success(security.unlinked(provider));
    onClose();
    await client.invalidateQueries({ queryKey: queryKeys.secondFactor });
  }

  return (
    <RemovalDialog
      title={security.unlinking(provider)}
      message={security.unlinkingText}
      verb={security.unlink}
      remove={unlink}
      onClose={onClose}
    />
  );
}
