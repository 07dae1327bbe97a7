import { recordNamed } from '@/records';
import { lazyPart } from '@/shared/loading/lazyPart';

const Paperclip = lazyPart(() => import('./Paperclip'), { isLater: true, failed: <Nothing /> });

function Nothing() {
  return null;
}

/** A paperclip with the number of documents, beside a record in a list. It comes once the list is painted. */
export function DocumentCount({ kind, id }: { kind: string; id: string }) {
  return recordNamed(kind)?.hasAttachments ? <Paperclip kind={kind} id={id} /> : null;
}
