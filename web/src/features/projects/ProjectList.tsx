import { FolderKanban } from 'lucide-react';
import { nameOf, productStatus } from '@/api/enumerations';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { formatDay } from '@/shared/format/date';
import { isolate } from '@/shared/format/isolate';
import { sortOptions } from '@/shared/list/listFilter';
import { usePage } from '@/shared/list/pages';
import { RecordList } from '@/shared/list/RecordList';
import { RemovedChips } from '@/shared/list/RemovedChips';
import { ButtonLink } from '@/shared/ui/Button';
import { NarrowingChip, NarrowingLine } from '@/shared/ui/Chips';
import { EmptyState } from '@/shared/ui/EmptyState';
import { useUrlParams } from '@/shared/useUrlParams';
import { ProjectCard } from './ProjectCard';
import { type ProjectFilter, projectPages } from './queries';
import { useProjectFilter } from './useProjectFilter';

export function ProjectList() {
  const filter = useProjectFilter();
  const pages = projectPages(filter);
  const narrowings = narrowingsOf(filter, usePage(pages, 1).data?.data[0]?.companyName);
  return (
    <RecordList
      noun={{ one: 'project', many: 'projects' }}
      pages={pages}
      sorts={sortOptions}
      filters={
        <>
          <RemovedChips />
          {narrowings.length > 0 && <Narrowings narrowings={narrowings} />}
        </>
      }
      filterNames={['removed', 'company', 'status', 'ending']}
      activeFilters={filter.Removed === 'include' ? 0 : 1}
      isNarrowed={filter.Removed !== 'include' || narrowings.length > 0}
      empty={<NoProjects />}
    >
      {(project) => (
        <ProjectCard project={project} facts={[project.companyName, `Created ${formatDay(project.createdAt)}`]} />
      )}
    </RecordList>
  );
}

interface Narrowing {
  param: string;
  label: string;
}

/** What links from other pages narrow the list by; a click on one takes it away. */
function Narrowings({ narrowings }: { narrowings: Narrowing[] }) {
  const { change } = useUrlParams();
  return (
    <NarrowingLine>
      {narrowings.map(({ param, label }) => (
        <NarrowingChip key={param} label={label} onRemove={() => change({ [param]: undefined })} />
      ))}
    </NarrowingLine>
  );
}

function narrowingsOf(filter: ProjectFilter, companyName = 'one company'): Narrowing[] {
  const { CompanyId, ProductStatus, EndingSoon, EndingWeek } = filter;
  return [
    { param: 'company', label: CompanyId && `Of ${isolate(companyName)}` },
    { param: 'status', label: ProductStatus && `With a product: ${nameOf(productStatus, Number(ProductStatus))}` },
    { param: 'ending', label: EndingSoon && 'With a subscription ending soon' },
    { param: 'ending', label: EndingWeek && `With a subscription ending in the week of ${formatDay(EndingWeek)}` },
  ].filter((narrowing): narrowing is Narrowing => Boolean(narrowing.label));
}

function NoProjects() {
  const { isAdmin } = useAccount();
  return isAdmin ? (
    <EmptyState
      icon={<FolderKanban />}
      title="No projects yet"
      text="The projects of all companies, with their products and subscriptions, are kept here."
      action={
        <ButtonLink look="primary" to={paths.projects.create()}>
          Add New
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      icon={<FolderKanban />}
      title="No project you may see"
      text="You see the projects that you, or the companies you moderate, have. An administrator or an owner can add you."
    />
  );
}
