import { lazyPart } from '@/shared/loading/lazyPart';
import { DefinitionGrid } from '@/shared/ui/records/DefinitionGrid';
import { type OwnField, ownOf, useOwnFields } from './fields';
import { ownLabel } from './labels';

export interface OwnFactGridProps {
  fields: OwnField[];
  own: Record<string, unknown>;
}

const OwnFactGrid = lazyPart<OwnFactGridProps>(() => import('./OwnFactGrid'), { placeholder: Placeholder });

interface OwnFactsProps {
  list: string;
  record: object;
  /** What the user may do with the record. */
  access: unknown;
}

/** The own fields of a record among the facts of its page. */
export function OwnFacts({ list, record, access }: OwnFactsProps) {
  const fields = useOwnFields(list, access);
  return fields.length > 0 && <OwnFactGrid fields={fields} own={ownOf(record)} />;
}

/** As high as what comes. */
function Placeholder({ fields }: OwnFactGridProps) {
  return <DefinitionGrid facts={fields.map((field) => ({ label: ownLabel(field), value: '\u00a0' }))} />;
}
