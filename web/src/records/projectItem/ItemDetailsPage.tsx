import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { invalidate, withReadsCanceled } from '@/api/invalidate';
import { rolesByRight } from '@/api/roles.gen';
import { Documents } from '@/documents/Documents';
import { History, LastChange } from '@/history/History';
import { Notes } from '@/notes/Notes';
import { paths } from '@/paths';
import { messages as projectMessages } from '@/records/project/messages';
import type { Project } from '@/records/project/record';
import { CompanyLink, projects } from '@/records/project/resource';
import { FactSections, Opened } from '@/resource/DetailsPage';
import { type Lack, NeedsRole } from '@/resource/needs';
import { tellRestored } from '@/resource/removal';
import { recordTrail } from '@/resource/resource';
import { CommandLink } from '@/shared/commands';
import { labelOf } from '@/shared/format/noun';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { common } from '@/shared/messages';
import { useNavigateAfterSave } from '@/shared/navigation/navigation';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoBy } from '@/shared/toast';
import { DeleteButton } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Columns, Section } from '@/shared/ui/records/Card';
import { DefinitionGrid } from '@/shared/ui/records/DefinitionGrid';
import { ComponentBoundary } from '@/shared/ui/states/ComponentBoundary';
import { ItemPage } from './ItemPage';
import styles from './ItemSection.module.css';
import type { ItemShape, ProjectItems } from './items';
import { messages } from './messages';

interface ItemDetailsPageProps<S extends ItemShape> {
  items: ProjectItems<S>;
  /** More about the item: what leads, above its facts, and below what it belongs to. */
  renderFirst?: (item: S['record'], access: Project['access']) => ReactNode;
  renderBeside?: (item: S['record']) => ReactNode;
}

/** The page that shows an item of a project. */
export function ItemDetailsPage<S extends ItemShape>({ items, renderFirst, renderBeside }: ItemDetailsPageProps<S>) {
  return (
    <ItemPage items={items}>
      {(project, item) => (
        <>
          <PageHeader
            title={items.nameOf(item)}
            trail={recordTrail(projects, project)}
            state={items.state(item)}
            actions={<ItemActions items={items} access={project.access} item={item} />}
            note={
              <>
                <LastChange entity={items.kind} id={item.id} />
                <NeedsRole lacks={lacksOf(items, project.access)} />
              </>
            }
          />
          <Opened
            kind={items.kind}
            id={item.id}
            name={items.nameOf(item)}
            parentId={project.id}
            parentName={project.name}
          />
          <Columns>
            <div className={styles.stack}>
              <ComponentBoundary>{renderFirst?.(item, project.access)}</ComponentBoundary>
              <ComponentBoundary>
                <FactSections
                  description={items}
                  record={item}
                  access={project.access}
                  picture={items.picture?.(item)}
                />
              </ComponentBoundary>
            </div>
            <div className={styles.stack}>
              <ProjectOfItem project={project} />
              <ComponentBoundary>{renderBeside?.(item)}</ComponentBoundary>
            </div>
          </Columns>
          <Documents
            entity={items.kind}
            id={item.id}
            mayEdit={project.access[items.upkeepRight] === true}
            seesCost={project.access.seeCost}
          />
          <Notes entity={items.kind} id={item.id} mayEdit={project.access[items.upkeepRight] === true} />
          <History entity={items.kind} id={item.id} />
        </>
      )}
    </ItemPage>
  );
}

/** What the user may not do with an item of a project. */
function lacksOf<S extends ItemShape>({ editRight }: ProjectItems<S>, access: Project['access']): Lack[] {
  const lacks: Lack[] = [];
  if (!access[editRight]) lacks.push({ doing: 'edit', roles: rolesByRight[editRight] });
  if (!access.attach) lacks.push({ doing: 'remove', roles: rolesByRight.attach });
  return lacks;
}

/** Beside an item of a project: where it belongs. */
function ProjectOfItem({ project }: { project: Project }) {
  const { id, name } = project;
  return (
    <Section title={labelOf(projects.noun)}>
      <DefinitionGrid
        facts={[
          { label: recordMessages.name, value: <Link to={paths.projects.details(id)}>{name}</Link>, wide: true },
          { label: projectMessages.company, value: <CompanyLink of={project} />, wide: true },
        ]}
      />
    </Section>
  );
}

interface ItemActionsProps<S extends ItemShape> {
  items: ProjectItems<S>;
  access: Project['access'];
  item: S['record'];
}

/** What the user may do with an item of a project. */
export function ItemActions<S extends ItemShape>({ items, access, item }: ItemActionsProps<S>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {items.renderActions?.(item, access)}
      {access[items.editRight] && (
        <CommandLink
          command="edit"
          data-icon-on-phone
          to={items.paths.edit(item.projectId, item.id)}
          icon={<Pencil aria-hidden />}
        >
          {common.edit}
        </CommandLink>
      )}
      {access.attach && <DeleteButton onClick={() => setAsking(true)} />}
      {asking && <RemoveItem items={items} item={item} onDone={() => setAsking(false)} />}
    </>
  );
}

interface RemoveItemProps<S extends ItemShape> {
  items: ProjectItems<S>;
  item: S['record'];
  onDone: () => void;
}

/** Asks, and takes an item off its project, with an Undo; the catalogue keeps it. */
function RemoveItem<S extends ItemShape>({ items, item, onDone }: RemoveItemProps<S>) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { kind, catalogue, noun } = items;
  const { id, projectId } = item;
  const name = items.nameOf(item);
  const restoration = useActionWithToast(async () => {
    const result = await api.put(`/project/${catalogue}/restore` as const, { body: { id } });
    tellRestored(result, name, messages.needsProjectOr(noun));
    await invalidate(client, kind, id);
  });
  const removal = useAction(async () => {
    await withReadsCanceled(client, kind, id, () => api.delete(`/project/${catalogue}` as const, { body: { id } }));
    // The item's own page is left before the project is read again without it.
    await navigateAfterSave(paths.projects.details(projectId), { replace: true });
    notify.success(
      recordMessages.isRemoved(name),
      undoBy(() => void restoration.run()),
    );
    await invalidate(client, kind, id, 'gone');
  });
  return (
    <ActionDialog
      title={recordMessages.removing(noun, name)}
      message={messages.removingItem(noun)}
      verb={common.delete}
      danger
      action={removal}
      onClose={onDone}
    />
  );
}
