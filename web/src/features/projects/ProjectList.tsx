import { useQuery } from '@tanstack/react-query';
import { FolderKanban, X } from 'lucide-react';
import { useCallback } from 'react';
import { nameOf, productStatus } from '@/api/enumerations';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { formatDay } from '@/shared/format/date';
import { counted } from '@/shared/format/number';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { CardList } from '@/shared/ui/CardList';
import { Chips } from '@/shared/ui/Chips';
import { EmptyState } from '@/shared/ui/EmptyState';
import { SearchField } from '@/shared/ui/SearchField';
import { Select } from '@/shared/ui/Select';
import { Toolbar } from '@/shared/ui/Toolbar';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import { ProjectCard } from './ProjectCard';
import { type ProjectFilter, projectsQuery } from './queries';
import { removedOptions, type Sort, sortOptions, useProjectFilter } from './useProjectFilter';

export function ProjectList() {
  const { filter, sort, change, hrefOfPage } = useProjectFilter();
  const result = useQuery(projectsQuery(filter));
  const search = useCallback((text: string) => change({ search: text }), [change]);
  const { data } = result;
  const narrowings = narrowingsOf(filter, data?.data[0]?.companyName);

  return (
    <>
      <Toolbar
        end={
          <>
            {data && <span>{counted(data.pagination.totalItems, 'project', 'projects')}</span>}
            <Select<Sort> label="Sort" options={sortOptions} value={sort} onChange={(next) => change({ sort: next })} />
          </>
        }
      >
        <SearchField label="Search projects" value={filter.Search} onSearch={search} />
        <Chips
          label="Show"
          options={removedOptions}
          value={filter.Removed}
          onChange={(removed) => change({ removed: removed === 'include' ? undefined : removed })}
        />
        {narrowings.map(({ param, label }) => (
          <Button key={param} icon={<X aria-hidden />} onClick={() => change({ [param]: undefined })}>
            {label}
            <VisuallyHidden>, show all</VisuallyHidden>
          </Button>
        ))}
      </Toolbar>
      <CardList
        result={result}
        noun={{ one: 'project', many: 'projects' }}
        keyOf={({ id }) => id}
        page={filter.PageNumber}
        hrefOfPage={hrefOfPage}
        isFiltered={filter.Search !== '' || filter.Removed !== 'include' || narrowings.length > 0}
        onClearFilters={() =>
          change({ search: undefined, removed: undefined, company: undefined, status: undefined, ending: undefined })
        }
        empty={<NoProjects />}
      >
        {(project) => <ProjectCard project={project} fact={{ label: 'Company', value: project.companyName }} />}
      </CardList>
    </>
  );
}

/** What links from other pages narrow the list by; a click on one takes it away. */
function narrowingsOf(filter: ProjectFilter, companyName = 'one company'): { param: string; label: string }[] {
  const { CompanyId, ProductStatus, EndingSoon, EndingWeek } = filter;
  return [
    { param: 'company', label: CompanyId && `Of ${companyName}` },
    { param: 'status', label: ProductStatus && `With a product: ${nameOf(productStatus, Number(ProductStatus))}` },
    { param: 'ending', label: EndingSoon && 'With a subscription ending soon' },
    { param: 'ending', label: EndingWeek && `With a subscription ending in the week of ${formatDay(EndingWeek)}` },
  ].filter((narrowing): narrowing is { param: string; label: string } => Boolean(narrowing.label));
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
