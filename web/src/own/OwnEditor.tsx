import { AmountsEditor, ChoiceEditor, DaysEditor, TextEditor } from '@/shared/filters/editors';
import { messages as filterMessages } from '@/shared/filters/messages';
import { swapSigns } from '@/shared/format/locale';
import { recordMessages } from '@/shared/recordMessages';
import type { OwnField } from './fields';
import type { Narrowed } from './filters';
import { ownLabel } from './labels';
import { messages } from './messages';

interface OwnEditorProps {
  field: OwnField;
  narrowed: Narrowed;
  /** What is not given is cleared. */
  onApply: (next: Partial<Narrowed>) => void;
}

const filled = [
  { value: 'true', label: filterMessages.filled.true },
  { value: 'false', label: filterMessages.filled.false },
];

const yesNo = [
  { value: 'true', label: recordMessages.yes },
  { value: 'false', label: recordMessages.no },
];

/** Narrows a list by an own field: by its value, or by whether there is one. Loaded when one is opened, hence a default export. */
export default function OwnEditor(props: OwnEditorProps) {
  const { narrowed, onApply } = props;
  return (
    <>
      <ValueEditor {...props} />
      <p>{messages.orFilled}</p>
      <ChoiceEditor options={filled} value={narrowed.filled} onChoose={(chosen) => onApply({ filled: chosen })} />
    </>
  );
}

function ValueEditor({ field, narrowed: { value, from, to }, onApply }: OwnEditorProps) {
  const { kind, options } = field;
  const applyRange = (first: string, last: string) => onApply({ from: first, to: last });
  if (kind === 'number') {
    return (
      <AmountsEditor
        from={from}
        to={to}
        onApply={applyRange}
        notation={{ write: swapSigns, read: readNumber, wrong: messages.notANumber }}
      />
    );
  }
  if (kind === 'date') return <DaysEditor from={from} to={to} onApply={applyRange} />;
  if (kind === 'choice' || kind === 'yesNo') {
    const offered = kind === 'yesNo' ? yesNo : options.map((option) => ({ value: option, label: option }));
    return <ChoiceEditor options={offered} value={value} onChoose={(chosen) => onApply({ value: chosen })} />;
  }
  return (
    <TextEditor label={messages.contains(ownLabel(field))} text={value} onApply={(text) => onApply({ value: text })} />
  );
}

/** A number as the address has it; empty for nothing, undefined for what is none. */
function readNumber(text: string): string | undefined {
  const plain = swapSigns(text.trim().replace('−', '-'));
  return plain === '' || /^-?\d{1,12}(?:\.\d{1,4})?$/.test(plain) ? plain : undefined;
}
