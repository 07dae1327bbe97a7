import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '@/shared/loading/lazyPart';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { messages } from './messages';
import type { OpenPlan } from './usePlan';

export interface PlansProps {
  /** The one that is on the page. */
  open?: OpenPlan;
  onKeep?: () => void;
}

export const button = { label: messages.saved.title, icon: <FolderOpen /> };

const PlansPanel = lazyPart(() => import('./PlansPanel'), { placeholder: () => <IconButton {...button} disabled /> });

/** Opens the plans that are kept. What that needs is loaded when it is asked for. */
export function PlansButton(props: PlansProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <PlansPanel {...props} />;
  return <IconButton {...button} aria-haspopup="dialog" aria-expanded={false} onClick={() => setWanted(true)} />;
}
