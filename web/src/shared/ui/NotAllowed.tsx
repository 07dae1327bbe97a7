import { Lock } from 'lucide-react';
import { recordMessages } from '@/shared/recordMessages';
import { EmptyState } from './EmptyState';

/** Instead of a page whose every button would be refused. */
export function NotAllowed() {
  return <EmptyState icon={<Lock />} title={recordMessages.notAllowed} text={recordMessages.notAllowedText} />;
}
