import { optionLabel } from '@/api/enumerations';
import { formatDay, formatInstantDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { type AddressParts, addressLines, formatAddress } from '@/shared/format/text';
import { recordMessages } from '@/shared/recordMessages';
import type { Column } from '@/shared/table/Table';
import { Avatar } from '@/shared/ui/records/Avatar';
import { Badge } from '@/shared/ui/records/Badge';
import type { Fact } from '@/shared/ui/records/DefinitionGrid';
import { DateText, InstantText } from '@/shared/ui/text/RelativeTime';
import {
  type DescribedField,
  type Description,
  fieldsOf,
  hasRight,
  type Kind,
  type Resource,
  readField,
  type Shape,
} from './resource';

/** Kinds whose text people take elsewhere, and kinds that need the width of the page. */
const copied: readonly Kind[] = ['email', 'phone', 'longText', 'money', 'address'];
const wide: readonly Kind[] = ['email', 'longText', 'address'];

/** A field among the facts of its record's page. */
export function factOf<S extends Shape>(
  description: Description<S>,
  field: DescribedField<S>,
  record: S['record'],
): Fact {
  const { label, kind, show } = field;
  const text = textOf(description, field, record);
  return {
    label,
    value: show ? show(record) : shown(kind, text, readField(record, field.name)),
    copy: (field.isCopied ?? copied.includes(kind)) ? text : undefined,
    wide: field.isWide ?? wide.includes(kind),
  };
}

/** The value of a field in words; empty where there is none. */
export function textOf<S extends Shape>(
  { rules }: Description<S>,
  { name, kind }: DescribedField<S>,
  of: object,
): string {
  const value = readField(of, name);
  if (value === null || value === undefined || kind === 'related') return '';
  if (kind === 'date') return formatInstantDay(String(value));
  if (kind === 'day') return formatDay(String(value));
  if (kind === 'money') return formatMoney(Number(value));
  if (kind === 'yesNo') return value ? recordMessages.yes : recordMessages.no;
  if (kind === 'address') return formatAddress(value as AddressParts);
  if (kind === 'choice') {
    const options = (rules[name]?.checks ?? []).flatMap((check) => check.options ?? []);
    return optionLabel(options.find((option) => option.value === value)?.key ?? String(value));
  }
  return String(value);
}

/** The columns of a table of records, for those who may see them. */
export function columnsOf<S extends Shape>(description: Description<S>, access: unknown): Column<S['row']>[] {
  return fieldsOf(description)
    .filter(({ column, needs }) => column && hasRight(access, needs?.see))
    .map((field) => ({
      header: field.label,
      cell: (row) => shown(field.kind, textOf(description, field, row), readField(row, field.name)) ?? '–',
      ...field.column,
    }));
}

function shown(kind: Kind, text: string, value: unknown) {
  if (text === '') return undefined;
  if (kind === 'email') return <a href={`mailto:${text}`}>{text}</a>;
  if (kind === 'phone') return <a href={`tel:${text.replaceAll(/[ -]/g, '')}`}>{text}</a>;
  if (kind === 'address') return addressLines(value as AddressParts).join('\n');
  if (kind === 'date') return <InstantText at={String(value)} />;
  if (kind === 'day') return <DateText at={String(value)} />;
  return text;
}

interface RecordPictureProps<S extends Shape> {
  resource: Resource<S>;
  of: S['record'] | S['row'];
  size?: number | undefined;
}

/** The photo of a record, or what stands for it. */
export function RecordPicture<S extends Shape>({ resource, of, size = 40 }: RecordPictureProps<S>) {
  const { picture, nameOf, Icon } = resource;
  const photoUrl = readField(of, 'photoUrl') as string | null | undefined;
  return (
    <Avatar
      name={nameOf(of)}
      photoUrl={photoUrl}
      size={size}
      square={picture.isIcon}
      fallback={picture.isIcon && <Icon />}
    />
  );
}

/** The state of a record that waits for its removal. */
export function pendingBadge({ isRemoved }: { isRemoved: boolean }) {
  return isRemoved && <Badge tone="bad">{recordMessages.pendingRemove}</Badge>;
}
