import { SelectField, TextField } from '@/shared/forms/fields';

/** What creating and editing a user share. */
export function UserFields() {
  return (
    <>
      <TextField name="displayName" autoComplete="off" />
      <TextField name="firstName" autoComplete="off" width="medium" />
      <TextField name="lastName" autoComplete="off" width="medium" />
      <TextField name="phoneNumber" type="tel" autoComplete="off" width="medium" />
      <SelectField name="gender" width="medium" />
    </>
  );
}
