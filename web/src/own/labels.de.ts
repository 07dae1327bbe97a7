import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from './fields';
import type { ownLabel as english } from './labels';

export const ownLabel: typeof english = ({ label, labelDe }) => labelDe ?? label;

export function useOwnLabels(): void {
  useQuery(fieldsQuery);
}
