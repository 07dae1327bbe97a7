import { queryOptions, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { moderatorRole } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import type { Check, FormRules } from '@/api/rules';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { UserField } from '@/records/user/UserField';
import { AddressPage, type Controls, EditRecordPage, NewRecordPage } from '@/resource/forms';
import type { Address } from '@/resource/resource';
import { AddressFields, emptyAddress, FieldGroup } from '@/shared/forms/fields/Address';
import { fieldsFor } from '@/shared/forms/fields/fields';
import type { FormValues } from '@/shared/forms/values';
import { failsInPlace } from '@/shared/loading/readFailure';
import { useDebounced } from '@/shared/loading/timing';
import { longestSearch } from '@/shared/ui/inputs/SearchField';
import { Sentence } from '@/shared/ui/text/Sentence';
import { messages } from './messages';
import type { Company } from './record';
import { type CompanyShape, companies } from './resource';

const { TextField } = fieldsFor(rules.CompanyInput);

export const companyControls: Controls<CompanyShape> = (company) => ({
  name: <CompanyNameField present={company?.name ?? ''} />,
});

export const NewCompanyPage = () => (
  <NewRecordPage
    resource={companies}
    controls={companyControls}
    parts={addressAndOwner}
    next={[{ name: 'project', label: messages.saveAndAddProject, to: ({ id }) => paths.companies.newProject(id) }]}
  />
);
export const EditCompanyPage = () => <EditRecordPage resource={companies} controls={companyControls} />;
export const CompanyAddressPage = () => <AddressPage resource={companies} />;

const address: FormRules = rules.AddressInput;

/** The rules of an address that may be left out: what it needs is required once some of it is filled in. */
const optionalAddress: FormRules = Object.fromEntries(
  Object.entries(address).map(([name, { label, checks }]) => [
    name,
    {
      label,
      checks: checks.flatMap((check) => (check.code === 'required' ? requiredWithOthers(name, check) : [check])),
    },
  ]),
);

function requiredWithOthers(name: string, { message }: Check): Check[] {
  const others = Object.keys(address).filter((other) => other !== name);
  return others.map((field) => ({
    code: 'requiredIf',
    field,
    message,
    test: (value, values) => Boolean(value) || !values[field],
  }));
}

const { userEmail } = rules.ModeratorInput;

/** The address and the first moderator of a new company: neither has to be known yet. */
const addressAndOwner = {
  rules: {
    ...optionalAddress,
    userEmail: {
      label: messages.owner,
      checks: (userEmail.checks as readonly Check[]).filter(({ code }) => code !== 'required'),
    },
  },
  values: { ...emptyAddress, userEmail: '' },
  fields: (
    <>
      <FieldGroup title={messages.headAddress} />
      <AddressFields />
      <UserField name="userEmail" help={messages.ownerHelp} />
    </>
  ),
  store: async (company: Company, { userEmail: email, ...address }: FormValues) => {
    const { id } = company;
    if (Object.values(address).some(Boolean)) {
      await api.put('/company/address', { body: { id, address: address as Address } });
    }
    const owner = { id, userEmail: String(email), role: moderatorRole.Owner };
    if (email) await api.post('/company/moderator', { body: owner });
  },
};

/** The name of a company. One that another company has is allowed, but rarely meant: the field says so. */
function CompanyNameField({ present }: { present: string }) {
  const typed = String(useWatch({ name: 'name' }) ?? '');
  const name = useDebounced(typed.trim(), 300);
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
