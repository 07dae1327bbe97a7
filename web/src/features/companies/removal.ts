import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { removalResult, restoreResult } from '@/api/enumerations';
import { paths } from '@/paths';
import { useAction } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { useLeadOn } from '@/shared/useLeadOn';
import { type Company, forgetCompany, refreshCompany } from './queries';

/** Removes a company: one with projects stays, marked, until they are gone; any other is gone at once, with an Undo. */
export function useRemoveCompany(company: Company) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const restore = useRestoreCompany(company);
  return useAction(async () => {
    const result = await api.delete('/company', { body: { id: company.id } });
    if (result === removalResult.RequireFinalization) {
      await refreshCompany(client, company.id);
      return;
    }
    forgetCompany(client, company.id);
    if (result === removalResult.Removed) {
      notify.success(`${company.name} is removed.`, { label: 'Undo', run: () => void restore.run() });
    }
    await leadOn(paths.companies.list());
  });
}

export function useRestoreCompany({ id, name }: Company) {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  return useAction(async () => {
    const result = await api.put('/company/restore', { body: { id } });
    if (result === restoreResult.Restored) {
      notify.success(`${name} is restored.`);
      await refreshCompany(client, id);
    } else if (result === restoreResult.NotFound) {
      notify.error(`${name} is gone and can not be restored.`);
      forgetCompany(client, id);
      await leadOn(paths.companies.list());
    } else {
      notify.error(`${name} could not be restored.`);
    }
  });
}
