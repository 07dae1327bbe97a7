import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { withoutUnknown } from '@/own/address';
import { fieldsQuery, useOwnFields } from '@/own/fields';
import { ownFilters } from '@/own/filters';
import { useSeesCost } from '@/session/useRights';
import { amountIn } from '@/shared/filters/amounts';
import { AddFilter, type FieldFilter, FilterLine } from '@/shared/filters/FilterLine';
import { amountsFilter, filledFilter } from '@/shared/filters/fields';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { paramsOf, type Resource, type Shape } from './resource';

interface FieldFiltersProps<S extends Shape> {
  resource: Resource<S>;
  /** Filters of the list's own, before those that its description has. */
  own?: readonly FieldFilter[];
}

/** The filters of a list's fields, as chips, and the button that offers more of them. */
export function FieldFilters<S extends Shape>({ resource, own = [] }: FieldFiltersProps<S>) {
  const { params, change } = useUrlParams();
  const fields = resource.narrowingFields ?? [];
  const { data: known } = useQuery(fieldsQuery);
  const ofOwn = useOwnFields(resource.kind);
  const seesCost = useSeesCost(fields.some(({ needsCost }) => needsCost));
  const refused = fields.filter(({ needsCost }) => needsCost).flatMap(paramsOf);
  if (seesCost === false && refused.some((param) => params.has(param))) {
    // Nobody learns from a filter what cost is hidden.
    const allowed = new URLSearchParams(params);
    for (const param of refused) allowed.delete(param);
    return <Navigate to={`?${allowed}`} replace />;
  }
  // A saved view may name a field that is removed by now.
  const remaining = known && withoutUnknown(params, ofOwn);
  if (remaining) return <Navigate to={`?${remaining}`} replace />;
  const filters = fields
    .filter(({ needsCost }) => !needsCost || seesCost)
    .map((field): FieldFilter => {
      const [first, last] = paramsOf(field);
      if (last === undefined) {
        const value = params.get(first);
        const known = value === 'true' || value === 'false' ? value : '';
        return filledFilter({ param: first, label: field.label, value: known, onChange: change });
      }
      const [from, to] = [amountIn(params.get(first)), amountIn(params.get(last))];
      return amountsFilter({ params: [first, last], label: field.label, from, to, onChange: change });
    });
  const all = [...own, ...filters, ...ownFilters(ofOwn, params, change)];
  if (all.length === 0) return null;
  return (
    <>
      <AddFilter filters={all} />
      <FilterLine filters={all} onChange={change} />
    </>
  );
}
