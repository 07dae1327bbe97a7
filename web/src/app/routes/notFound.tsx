import { SearchX } from 'lucide-react';
import { MessagePage } from '@/app/MessagePage';
import { paths } from '@/paths';
import { ButtonLink } from '@/shared/ui/Button';
import { usePageTitle } from '@/shared/usePageTitle';

export function Component() {
  usePageTitle('Not Found');
  return (
    <MessagePage
      icon={<SearchX />}
      title="Not Found!"
      text="It may have been removed, or you may not be allowed to see it."
    >
      <ButtonLink to={paths.home()}>Go to the start page</ButtonLink>
    </MessagePage>
  );
}
