import { DefinitionGrid } from '@/shared/ui/records/DefinitionGrid';
import { ownLabel } from './labels';
import type { OwnFactGridProps } from './OwnFacts';
import { OwnValue } from './OwnValue';
import { ownText } from './text';

/** The values of own fields, with those that are empty. Loaded where a list has some, hence a default export. */
export default function OwnFactGrid({ fields, own }: OwnFactGridProps) {
  return (
    <DefinitionGrid
      facts={fields.map((field) => {
        const { kind, key } = field;
        const text = ownText(own[key], kind);
        return {
          label: ownLabel(field),
          value: text && <OwnValue field={field} value={own[key]} />,
          copy: kind === 'text' || kind === 'link' ? text : undefined,
          wide: kind === 'link' || text.length > 40,
        };
      })}
    />
  );
}
