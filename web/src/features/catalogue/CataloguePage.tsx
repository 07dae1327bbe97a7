import { Plus } from 'lucide-react';
import { useAccount } from '@/session/useAccount';
import { ButtonLink } from '@/shared/ui/Button';
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
              <ButtonLink look="primary" to={catalogue.paths.create(filter.CategoryName)} icon={<Plus aria-hidden />}>
                Add New
              </ButtonLink>
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
