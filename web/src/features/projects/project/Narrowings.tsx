import { nameOf, productStatus } from '@/api/enumerations';
import { useList } from '@/resource/ListPage';
import { recordPages } from '@/resource/resource';
import { formatDay } from '@/shared/format/date';
import { usePage } from '@/shared/list/pages';
import { NarrowingChip, NarrowingLine } from '@/shared/ui/Chips';
import { messages } from '../messages';
import { projects } from './resource';

/** What links from other pages narrow the list of projects by; a click on one takes it away. */
export function Narrowings() {
  const { query, change } = useList(projects);
  const { CompanyId, ProductStatus, EndingSoon, EndingWeek } = query;
  const companyName = usePage(recordPages(projects, query), 1).data?.data[0]?.companyName ?? messages.oneCompany;
  const narrowings = [
    { param: 'company', label: CompanyId && messages.ofCompany(companyName) },
    { param: 'status', label: ProductStatus && messages.withProduct(nameOf(productStatus, Number(ProductStatus))) },
    { param: 'ending', label: EndingSoon && messages.endingSoon },
    { param: 'ending', label: EndingWeek && messages.endingInWeek(formatDay(EndingWeek)) },
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
