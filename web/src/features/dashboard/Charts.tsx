import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOf, productStatus, productStatusTone } from '@/api/enumerations';
import { paths } from '@/paths';
import { BarChart } from '@/shared/chart/BarChart';
import { ChartCard } from '@/shared/chart/ChartCard';
import { ColumnChart } from '@/shared/chart/ColumnChart';
import { formatDay } from '@/shared/format/date';
import { isolate } from '@/shared/format/isolate';
import { formatMoney } from '@/shared/format/money';
import { counted, formatCount } from '@/shared/format/number';
import { ErrorState } from '@/shared/ui/ErrorState';
import { ChartsPlaceholder } from './LaterCharts';
import styles from './LaterCharts.module.css';
import { chartsQuery, type Charts as Data } from './queries';

/** Three questions answered at a glance. Loaded after the first paint, hence a default export. */
export default function Charts() {
  const { data, isError, isFetching, refetch } = useQuery(chartsQuery);
  if (isError && !data) {
    return <ErrorState message="The charts could not be loaded." busy={isFetching} onRefresh={() => void refetch()} />;
  }
  if (!data) return <ChartsPlaceholder />;
  return (
    <div className={styles.charts}>
      <EndingByWeek weeks={data.endingByWeek} />
      <ProductsByStatus counts={data.productsByStatus} />
      <TopCompanies companies={data.topCompanies} />
    </div>
  );
}

function EndingByWeek({ weeks }: { weeks: Data['endingByWeek'] }) {
  const [shown, show] = useState<string>();
  const total = weeks.reduce((sum, { count }) => sum + count, 0);
  const title = 'When do subscriptions end?';
  return (
    <ChartCard
      title={title}
      detail={
        shown ?? `${counted(total, 'subscription ends', 'subscriptions end')} in the next twelve weeks, unrenewed`
      }
      empty={total === 0 ? 'No subscription ends in the next twelve weeks without being renewed.' : undefined}
      table={{
        columns: ['Week of', 'Subscriptions'],
        rows: weeks.map(({ weekStart, count }) => [formatDay(weekStart), formatCount(count)]),
      }}
    >
      <ColumnChart
        label={title}
        onShow={show}
        columns={weeks.map(({ weekStart, count }) => ({
          key: weekStart,
          name: formatDay(weekStart).replace(/ \d+$/, ''),
          value: count,
          label: `Week of ${formatDay(weekStart)}: ${counted(count, 'subscription ends', 'subscriptions end')}`,
          to: count > 0 ? `${paths.projects.list()}?ending=${weekStart}` : undefined,
        }))}
      />
    </ChartCard>
  );
}

function TopCompanies({ companies }: { companies: Data['topCompanies'] }) {
  const [shown, show] = useState<string>();
  // No question that would stay without an answer.
  const seesCost = companies.some(({ cost }) => cost !== null);
  const title = seesCost ? 'What do companies pay, and what do they cost?' : 'What do companies pay?';
  const amounts = companies.map(({ price, cost }) => ({
    price: `${formatMoney(price)} price`,
    cost: cost === null ? undefined : `${formatMoney(cost)} cost`,
  }));
  return (
    <ChartCard
      title={title}
      detail={
        shown ?? `The ${companies.length === 1 ? 'company' : `${companies.length} companies`} with the highest price`
      }
      empty={companies.length === 0 ? 'No company has projects with a price yet.' : undefined}
      table={{
        columns: ['Company', 'Price', ...(seesCost ? ['Cost'] : [])],
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
        rows={companies.map(({ companyId, name, price, cost }, index) => ({
          key: companyId,
          name,
          bars: [
            { value: price, text: amounts[index]?.price ?? '', tone: 'accent' as const },
            ...(cost === null ? [] : [{ value: cost, text: amounts[index]?.cost ?? '', tone: 'quiet' as const }]),
          ],
          label: `${isolate(name)}: ${[amounts[index]?.price, amounts[index]?.cost].filter(Boolean).join(', ')}`,
          to: `${paths.projects.list()}?company=${companyId}`,
        }))}
      />
    </ChartCard>
  );
}

function ProductsByStatus({ counts }: { counts: Data['productsByStatus'] }) {
  const [shown, show] = useState<string>();
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const title = "How far are the projects' products?";
  return (
    <ChartCard
      title={title}
      detail={shown ?? `${counted(total, 'product', 'products')} in all projects`}
      empty={total === 0 ? 'No project has a product yet.' : undefined}
      table={{
        columns: ['Status', 'Products'],
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
            label: `${name}: ${counted(count, 'product', 'products')}, ${Math.round((count / total) * 100)}%`,
            to: count > 0 ? `${paths.projects.list()}?status=${status}` : undefined,
          };
        })}
      />
    </ChartCard>
  );
}
