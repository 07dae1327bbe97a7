import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type AnswerOf, api } from '@/api/client';
import { userStatus } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import { SuggestField } from '@/shared/forms/fields/ComboboxField';
import { messages as formMessages } from '@/shared/forms/messages';
import { failsInPlace } from '@/shared/loading/readFailure';
import { recordMessages } from '@/shared/recordMessages';
import type { Suggestion } from '@/shared/ui/inputs/Combobox';

/** The e-mail address of a person, found by its beginning. */
export function UserField({ name, help = recordMessages.userHelp }: { name: string; help?: string }) {
  const [text, setText] = useState('');
  const typed = String(useWatch({ name }) ?? '')
    .trim()
    .toLowerCase();
  const { data: users = [], isSuccess, isPlaceholderData, isError } = useQuery(userSearchQuery(text));
  const found = text.length < 3 ? [] : users;
  const chosen = found.find(({ email }) => email === typed);
  const isNobody = isSuccess && !isPlaceholderData && users.length === 0;
  return (
    <SuggestField
      name={name}
      help={chosen ? <bdi>{whoIs(chosen)}</bdi> : help}
      suggestions={found.map(suggestionOf)}
      searched={isError || text.length < 3 || (isSuccess && !isPlaceholderData) ? text : undefined}
      nothing={isError ? formMessages.searchFailed : isNobody ? recordMessages.nobodyFound : undefined}
      onSearch={setText}
    />
  );
}

function suggestionOf(user: FoundUser): Suggestion {
  return { value: user.email, label: whoIs(user), note: user.email };
}

/** Administrators find everyone; a user who can not sign in is said to be so, and so is an administrator. */
function whoIs(user: FoundUser): string {
  if ('status' in user && user.status === userStatus.Disabled) return recordMessages.disabledUser(user.displayName);
  if ('isAdmin' in user && user.isAdmin) return recordMessages.administratorUser(user.displayName);
  return user.displayName;
}

type FoundUser = AnswerOf<'/UserManagement', 'get'>[number];

/** Those who may be made moderators, by the beginning of their e-mail address. */
function userSearchQuery(text: string) {
  return queryOptions({
    queryKey: queryKeys.userSearch(text),
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/UserManagement', { query: { Search: text, PageSize: 10 }, signal }),
    enabled: text.length >= 3,
    placeholderData: keepPreviousData,
  });
}
