import { api } from '@/api/client';
import { useActionWithToast } from '@/shared/forms/useAction';
import { type LanguageChoice as Choice, chooseLanguage, chosenLanguage } from '@/shared/language';
import { Chips } from '@/shared/ui/inputs/Chips';
import { languageMessages } from './languageMessages';

const choices = Object.entries(languageMessages.choices).map(([value, label]) => ({ value: value as Choice, label }));

/**
 * The language of the account, in which mails and exports are too, and of the app, which is loaded anew in another one:
 * pages with unsaved changes ask before they are left.
 */
export function LanguageChoice() {
  const choosing = useActionWithToast(async (choice: Choice) => {
    await api.put('/account/language', { body: { language: choice === 'browser' ? null : choice } });
    chooseLanguage(choice);
  });
  return (
    <Chips
      label={languageMessages.language}
      options={choices}
      value={chosenLanguage()}
      onChange={(choice) => void choosing.run(choice)}
    />
  );
}
