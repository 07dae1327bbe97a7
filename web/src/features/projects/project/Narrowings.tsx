import { nameOf, productStatus } from '@/api/enumerations';
import { useList } from '@/resource/ListPage';
import { recordPages } from '@/resource/resource';
import { formatDay } from '@/shared/format/date';
import { isolate } from '@/shared/format/isolate';
import { usePage } from '@/shared/list/pages';
import { NarrowingChip, NarrowingLine } from '@/shared/ui/Chips';
import { projects } from './resource';

/** What links from other pages narrow the list of projects by; a click on one takes it away. */
export function Narrowings() {
  const { query, change } = useList(projects);
  const { CompanyId, ProductStatus, EndingSoon, EndingWeek } = query;
  const companyName = usePage(recordPages(projects, query), 1).data?.data[0]?.companyName ?? 'one company';
  const narrowings = [
    { param: 'company', label: CompanyId && `Of ${isolate(companyName)}` },
    { param: 'status', label: ProductStatus && `With a product: ${nameOf(productStatus, Number(ProductStatus))}` },
    { param: 'ending', label: EndingSoon && 'With a subscription ending soon' },
    { param: 'ending', label: EndingWeek && `With a subscription ending in the week of ${formatDay(EndingWeek)}` },
  ].flatMap(({ param, label }) => (label ? { param, label } : []));
  if (narrowings.length === 0) return null;
  return (
    <NarrowingLine>
      {narrowings.map(({ param, label }) => (
        <NarrowingChip key={param} label={label} onRemove={() => change({ [param]: undefined })} />
      ))}
    </NarrowingLine>
  );
}
