import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { TextField } from '@/shared/forms/fields';
import { usePaused } from '@/shared/usePaused';
import { companiesNamedQuery, isSameName } from './queries';

/** The name of a company. One that another company has is allowed, but rarely meant: the field says so. */
export function CompanyNameField({ present }: { present: string }) {
  const typed = String(useWatch({ name: 'name' }) ?? '');
  const name = usePaused(typed.trim(), 300);
  const isNew = name !== '' && !isSameName(name, present);
  const { data: namesakes = [] } = useQuery({ ...companiesNamedQuery(name), enabled: isNew });
  const [namesake] = namesakes;
  return (
    <TextField
      name="name"
      autoComplete="organization"
      help={
        isNew && namesake && isSameName(namesake.name, typed) ? (
          <>
            There is already a company named{' '}
            <Link to={paths.companies.details(namesake.id)}>
              <bdi>{namesake.name}</bdi>
            </Link>
            .
          </>
        ) : undefined
      }
    />
  );
}
