import { useWatch } from 'react-hook-form';
import * as rules from '@/api/rules.gen';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { roleMessages } from '@/shared/roleMessages';

const { SelectField } = fieldsFor(rules.ModeratorInput);

interface RoleFieldProps {
  /** The roles that this user may give. */
  only: readonly number[];
}

/** The role of a moderator, and what it allows. */
export function RoleField({ only }: RoleFieldProps) {
  const role = Number(useWatch({ name: 'role' }));
  return <SelectField name="role" only={only} help={roleMessages.allows[role]} />;
}
