import { Plus } from 'lucide-react';
import { useAccount } from '@/session/useAccount';
import { CommandLink } from '@/shared/commands';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';
import { CatalogueList } from './CatalogueList';
import styles from './CataloguePage.module.css';
import { CategoryPanel } from './CategoryPanel';
import { ChosenCategory } from './ChosenCategory';
import type { Catalogue } from './catalogue';
import { ExportItems } from './ExportItems';
import { useItemFilter } from './useItemFilter';

/** The list of a catalogue beside its categories. */
export function CataloguePage({ catalogue }: { catalogue: Catalogue }) {
  const { isAdmin } = useAccount();
  const { filter } = useItemFilter();
  return (
    <>
      <PageHeader
        title={catalogue.title}
        actions={
          <>
            <ExportItems catalogue={catalogue} />
            {isAdmin && (
              <CommandLink
                command="new"
                look="primary"
                to={catalogue.paths.create(filter.CategoryName)}
                icon={<Plus aria-hidden />}
              >
                Add New
              </CommandLink>
            )}
          </>
        }
      />
      <div className={styles.columns}>
        <ComponentBoundary>
          <CategoryPanel catalogue={catalogue} />
        </ComponentBoundary>
        <div className={styles.items}>
          <ChosenCategory catalogue={catalogue} />
          <CatalogueList catalogue={catalogue} />
        </div>
      </div>
    </>
  );
}
