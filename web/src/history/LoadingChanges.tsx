import { SkeletonLines } from '@/shared/ui/states/Skeleton';

/** In the place of changes that are being read. */
export const LoadingChanges = () => <SkeletonLines widths={[55, 70, 62, 48, 66]} height="1rem" />;
