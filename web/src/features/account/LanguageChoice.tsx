import { type LanguageChoice as Choice, chooseLanguage, chosenLanguage } from '@/shared/language';
import { Chips } from '@/shared/ui/Chips';
import { languageMessages } from './languageMessages';

const choices = Object.entries(languageMessages.choices).map(([value, label]) => ({ value: value as Choice, label }));

/** The language of the app, which is loaded anew in another one: pages with unsaved changes ask before they are left. */
export function LanguageChoice() {
  return (
    <Chips label={languageMessages.language} options={choices} value={chosenLanguage()} onChange={chooseLanguage} />
  );
}
