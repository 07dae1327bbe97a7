import { api } from '@/api/client';
import { nameOf, productStatus } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import { FieldFilters } from '@/resource/FieldFilters';
import { recordPages } from '@/resource/resource';
import { useList } from '@/resource/useList';
import type { FieldFilter } from '@/shared/filters/FilterLine';
import { formatDay } from '@/shared/format/date';
import { usePage } from '@/shared/list/pages';
import { lazyPart } from '@/shared/loading/lazyPart';
import { messages } from './messages';
import { projects } from './resource';

const editors = () => import('@/shared/filters/editors');
const RecordEditor = lazyPart(async () => ({ default: (await editors()).RecordEditor }));
const ChoiceEditor = lazyPart(async () => ({ default: (await editors()).ChoiceEditor }));
const DayEditor = lazyPart(async () => ({ default: (await editors()).DayEditor }));

/** What the list of projects can be narrowed by besides its search; links from other pages set the same. */
export function Narrowings() {
  const { query, change } = useList(projects);
  const { CompanyId, ProductStatus, EndingSoon, EndingWeek } = query;
  const companyName = usePage(recordPages(projects, query), 1).data?.data[0]?.companyName ?? messages.oneCompany;
  const filters: FieldFilter[] = [
    {
      params: ['company'],
      label: messages.company,
      text: CompanyId ? messages.ofCompany(companyName) : '',
      renderEditor: (done) => (
        <RecordEditor
          label={messages.company}
          queryKey={queryKeys.companyLists}
          search={findCompanies}
          onChoose={(company) => {
            change({ company });
            done();
          }}
        />
      ),
    },
    {
      params: ['status'],
      label: messages.productStatus,
      text: ProductStatus ? messages.withProduct(nameOf(productStatus, Number(ProductStatus))) : '',
      renderEditor: (done) => (
        <ChoiceEditor
          options={statuses}
          value={ProductStatus ?? ''}
          onChoose={(status) => {
            change({ status });
            done();
          }}
        />
      ),
    },
    {
      params: ['ending'],
      label: messages.ending,
      text: endingText(EndingSoon, EndingWeek),
      renderEditor: (done) => {
        const choose = (ending: string) => {
          change({ ending });
          done();
        };
        return (
          <>
            <ChoiceEditor options={soon} value={EndingSoon ? 'soon' : ''} onChoose={choose} />
            <p>{messages.orInWeek}</p>
            <DayEditor day={EndingWeek ?? ''} onApply={choose} />
          </>
        );
      },
    },
  ];
  return <FieldFilters resource={projects} own={filters} />;
}

const statuses = Object.values(productStatus).map((value) => ({
  value: String(value),
  label: nameOf(productStatus, value),
}));
const soon = [{ value: 'soon', label: messages.endingSoonChoice }];

function endingText(isSoon: boolean | undefined, week: string | undefined): string {
  if (isSoon) return messages.endingSoon;
  return week ? messages.endingInWeek(formatDay(week)) : '';
}

async function findCompanies(text: string, signal: AbortSignal) {
  const found = await api.get('/company', { query: { Search: text, PageSize: 8 }, signal });
  return found.map(({ id, name }) => ({ value: id, label: name }));
}
