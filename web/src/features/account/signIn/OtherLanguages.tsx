import { chooseLanguage } from '@/shared/language';
import { Button } from '@/shared/ui/buttons/Button';
import { languageMessages } from '../languageMessages';
import styles from './OtherLanguages.module.css';

const { browser: _, ...names } = languageMessages.choices;

/** On the sign-in pages: the languages that this is not. Loaded after the first paint, hence a default export. */
export default function OtherLanguages() {
  const others = (Object.keys(names) as (keyof typeof names)[]).filter(
    (code) => code !== document.documentElement.lang,
  );
  return (
    <div className={styles.languages}>
      {others.map((code) => (
        <Button key={code} variant="quiet" lang={code} onClick={() => chooseLanguage(code)}>
          {names[code]}
        </Button>
      ))}
    </div>
  );
}
