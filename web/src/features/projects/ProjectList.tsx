import { useQuery } from '@tanstack/react-query';
import { FolderKanban, X } from 'lucide-react';
import { useCallback } from 'react';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { counted } from '@/shared/format/number';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { CardList } from '@/shared/ui/CardList';
import { Chips } from '@/shared/ui/Chips';
import { EmptyState } from '@/shared/ui/EmptyState';
import { SearchField } from '@/shared/ui/SearchField';
import { Select } from '@/shared/ui/Select';
import { Toolbar } from '@/shared/ui/Toolbar';
import { ProjectCard } from './ProjectCard';
import { projectsQuery } from './queries';
import { removedOptions, type Sort, sortOptions, useProjectFilter } from './useProjectFilter';

export function ProjectList() {
  const { filter, sort, change, hrefOfPage } = useProjectFilter();
  const result = useQuery(projectsQuery(filter));
  const search = useCallback((text: string) => change({ search: text }), [change]);
  const { data } = result;

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
        {filter.CompanyId !== '' && (
          <Button icon={<X aria-hidden />} onClick={() => change({ company: undefined })}>
            Only of {data?.data[0]?.companyName ?? 'one company'}
          </Button>
        )}
      </Toolbar>
      <CardList
        result={result}
        noun={{ one: 'project', many: 'projects' }}
        keyOf={({ id }) => id}
        page={filter.PageNumber}
        hrefOfPage={hrefOfPage}
        isFiltered={filter.Search !== '' || filter.Removed !== 'include' || filter.CompanyId !== ''}
        onClearFilters={() => change({ search: undefined, removed: undefined, company: undefined })}
        empty={<NoProjects />}
      >
        {(project) => <ProjectCard project={project} fact={{ label: 'Company', value: project.companyName }} />}
      </CardList>
    </>
  );
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
