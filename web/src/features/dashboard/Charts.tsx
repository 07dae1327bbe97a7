import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { nameOf, productStatus, productStatusTone } from '@/api/enumerations';
import { paths } from '@/paths';
import { BarChart } from '@/shared/chart/BarChart';
import { ChartCard } from '@/shared/chart/Chart';
import { ColumnChart } from '@/shared/chart/ColumnChart';
import { Legend } from '@/shared/chart/Legend';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { formatCount } from '@/shared/format/number';
import { useMinute } from '@/shared/loading/timing';
import { FigureHelp } from '@/shared/ui/records/FigureHelp';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import styles from './Charts.module.css';
import { ChartsPlaceholder } from './ChartsPlaceholder';
import { chartMessages as messages } from './messages';
import { chartsQuery, type Charts as Data, largestCompaniesQuery } from './queries';

/** Three questions answered at a glance. Loaded after the first paint, hence a default export. */
export default function Charts() {
  const result = useQuery(chartsQuery);
  // In slices: drawing three charts takes long on a phone.
  const data = useDeferredValue(result.data);
  if (result.isError && !data) {
    return <FailedQuery query={result} message={messages.notLoaded} />;
  }
  if (!data) return <ChartsPlaceholder />;
  return (
    <div className={styles.charts}>
      <EndingByWeek weeks={data.endingByWeek} />
      <ProductsByStatus counts={data.productsByStatus} />
      <LargestCompanies />
    </div>
  );
}

function EndingByWeek({ weeks }: { weeks: Data['endingByWeek'] }) {
  const [shown, show] = useState<string>();
  const total = weeks.reduce((sum, { count }) => sum + count, 0);
  const title = messages.ending;
  return (
    <ChartCard
      heading="h3"
      title={title}
      detail={shown ?? messages.endingTotal(total)}
      empty={total === 0 ? messages.endingNone : undefined}
      table={{
        columns: [messages.weekOf, messages.subscriptions],
        rows: weeks.map(({ weekStart, count }) => [formatDay(weekStart), formatCount(count)]),
      }}
    >
      <ColumnChart
        label={title}
        onShow={show}
        columns={weeks.map(({ weekStart, count }) => ({
          key: weekStart,
          name: formatDay(weekStart).replace(/ ?\d{4}$/, ''),
          value: count,
          label: messages.endingInWeek(formatDay(weekStart), count),
          to: count > 0 ? endingInWeek(weekStart) : undefined,
        }))}
      />
    </ChartCard>
  );
}

/** The rows that a column counts. */
function endingInWeek(weekStart: string): string {
  const [from, last] = [new Date(weekStart), new Date(Date.parse(weekStart) + 6 * 86_400_000)];
  const [first, to] = [from, last].map((day) => day.toISOString().slice(0, 10));
  return `${paths.app.renewals()}?preset=any&from=${first}&to=${to}`;
}

/** More would be a list; the table of companies has them all. */
const shownCompanies = 10;

/** The companies whose subscriptions are worth most a month, with what they cost a month. One-off products are in no bar. */
function LargestCompanies() {
  const [shown, show] = useState<string>();
  const result = useQuery(largestCompaniesQuery(new Date(useMinute() * 60_000).toISOString().slice(0, 7)));
  const { data, isError } = result;
  if (isError && !data) return <FailedQuery query={result} message={messages.notLoaded} />;
  if (!data) return <Skeleton height="308px" />;
  const companies = data.groups
    .flatMap(({ id, name, months: [now] }) => (id !== null && now && now.price > 0 ? { id, name, ...now } : []))
    .slice(0, shownCompanies);
  // No question that would stay without an answer.
  const seesCost = companies.some(({ cost }) => cost !== null);
  const title = seesCost ? messages.pricesAndCosts : messages.prices;
  return (
    <ChartCard
      heading="h3"
      title={title}
      help={<FigureHelp topic="value-a-month" of={messages.monthlyPrice} />}
      detail={shown ?? messages.pricesOf(companies.length)}
      empty={companies.length === 0 ? messages.pricesNone : undefined}
      table={{
        columns: [messages.company, messages.monthlyPrice, ...(seesCost ? [messages.monthlyCost] : [])],
        rows: companies.map(({ name, price, cost }) => [
          name,
          formatMoney(price),
          ...(seesCost ? [cost === null ? '–' : formatMoney(cost)] : []),
        ]),
      }}
    >
      <BarChart
        label={title}
        onShow={show}
        rows={companies.map(({ id, name, price, cost }) => {
          const texts = [messages.priceOf(formatMoney(price)), ...(cost ? [messages.costOf(formatMoney(cost))] : [])];
          return {
            key: id,
            name,
            bars: [
              { value: price, text: texts[0] ?? '', tone: 'accent' as const },
              ...(cost ? [{ value: cost, text: texts[1] ?? '', tone: 'quiet' as const }] : []),
            ],
            label: messages.amountsOf(name, texts),
            to: `${paths.app.renewals()}?preset=any&kind=both&company=${id}`,
          };
        })}
      />
      {seesCost && (
        <Legend
          entries={[
            { look: 'accent', label: messages.monthlyPrice },
            { look: 'quiet', label: messages.monthlyCost },
          ]}
        />
      )}
    </ChartCard>
  );
}

function ProductsByStatus({ counts }: { counts: Data['productsByStatus'] }) {
  const [shown, show] = useState<string>();
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const title = messages.products;
  return (
    <ChartCard
      heading="h3"
      title={title}
      detail={shown ?? messages.productsTotal(total)}
      empty={total === 0 ? messages.productsNone : undefined}
      table={{
        columns: [messages.status, messages.count],
        rows: counts.map(({ status, count }) => [nameOf(productStatus, status), formatCount(count)]),
      }}
    >
      <BarChart
        label={title}
        onShow={show}
        rows={counts.map(({ status, count }) => {
          const name = nameOf(productStatus, status);
          return {
            key: name,
            name,
            bars: [{ value: count, text: formatCount(count), tone: productStatusTone[status] }],
            label: messages.productsWith(name, count, Math.round((count / total) * 100)),
            to: count > 0 ? `${paths.projects.list()}?status=${status}` : undefined,
          };
        })}
      />
    </ChartCard>
  );
}
