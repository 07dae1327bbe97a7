import { diffWords } from 'diff';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './ChangeLine.module.css';
import { messages } from './messages';

/** A text with the words that went and came. It comes with what compares them, hence a default export. */
export default function Words({ before, after }: { before: string; after: string }) {
  return (
    <span className={styles.words} dir="auto">
      {diffWords(before, after).map(({ value, added, removed }, position) => {
        const Element = added ? 'ins' : removed ? 'del' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no name, and never move
          <Element key={position}>
            {(added || removed) && (
              <VisuallyHidden>{added ? messages.addedWords : messages.removedWords}</VisuallyHidden>
            )}
            {value}
          </Element>
        );
      })}
    </span>
  );
}
