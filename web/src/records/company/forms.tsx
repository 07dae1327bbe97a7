import { queryOptions, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { AddressPage, type Controls, EditRecordPage, NewRecordPage } from '@/resource/forms';
import { fieldsFor } from '@/shared/forms/fields';
import { failsInPlace } from '@/shared/readFailure';
import { usePaused } from '@/shared/timing';
import { longestSearch } from '@/shared/ui/SearchField';
import { Sentence } from '@/shared/ui/Sentence';
import { messages } from './messages';
import { type CompanyShape, companies } from './resource';

const { TextField } = fieldsFor(rules.CompanyInput);

export const companyControls: Controls<CompanyShape> = (company) => ({
  name: <CompanyNameField present={company?.name ?? ''} />,
});

export const NewCompanyPage = () => <NewRecordPage resource={companies} controls={companyControls} />;
export const EditCompanyPage = () => <EditRecordPage resource={companies} controls={companyControls} />;
export const CompanyAddressPage = () => <AddressPage resource={companies} />;

/** The name of a company. One that another company has is allowed, but rarely meant: the field says so. */
function CompanyNameField({ present }: { present: string }) {
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
          <Sentence
            text={messages.namesake}
            parts={{
              name: (
                <Link to={paths.companies.details(namesake.id)}>
                  <bdi>{namesake.name}</bdi>
                </Link>
              ),
            }}
          />
        ) : undefined
      }
    />
  );
}

/** The companies that have a name. It only serves a hint, so nobody is told when it fails. */
function companiesNamedQuery(name: string) {
  const query = { Search: name.slice(0, longestSearch), PageSize: 200 };
  return queryOptions({
    queryKey: queryKeys.companiesNamed(name),
    meta: failsInPlace,
    queryFn: async ({ signal }) => {
      const found = await api.get('/company', { query, signal });
      return found.filter((company) => isSameName(company.name, name));
    },
  });
}

/** Whether two names look the same to a reader: neither case nor space around them counts. */
function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
