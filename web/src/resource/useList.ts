import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { type Resource, readList, type Shape } from './resource';

/** A list as the address has it, and what changes the address. */
export function useList<S extends Shape>(resource: Resource<S>) {
  const { params, change } = useUrlParams();
  return { ...readList(resource, params), params, change };
}
