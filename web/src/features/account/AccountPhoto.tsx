import { api } from '@/api/client';
import type { Account } from '@/session/session';
import { PhotoField } from '@/shared/forms/PhotoField';
import { Avatar } from '@/shared/ui/Avatar';

interface AccountPhotoProps {
  account: Account;
  onSaved: (account: Account) => void;
}

export function AccountPhoto({ account, onSaved }: AccountPhotoProps) {
  const { displayName, photoUrl } = account;
  return (
    <PhotoField
      preview={<Avatar name={displayName} photoUrl={photoUrl} size={64} />}
      hasPhoto={photoUrl !== null}
      onUpload={async (file) => onSaved(await api.put('/account/photo', { body: file }))}
      onRemove={async () => onSaved(await api.delete('/account/photo'))}
    />
  );
}
