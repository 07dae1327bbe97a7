import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '@/shared/loading/lazyPart';
import { PopoverButton } from '@/shared/ui/overlays/PopoverButton';
import { messages } from './messages';
import type { OpenPlan } from './usePlan';

export interface PlansProps {
  /** The one that is on the page. */
  open?: OpenPlan;
  onKeep?: () => void;
}

export const button = { label: messages.saved.title, icon: <FolderOpen aria-hidden /> };

const PlansPanel = lazyPart(() => import('./PlansPanel'), {
  placeholder: () => <PopoverButton {...button} disabled />,
});

/** Opens the plans that are kept. What that needs is loaded when it is asked for. */
export function PlansButton(props: PlansProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <PlansPanel {...props} />;
  return <PopoverButton {...button} onClick={() => setWanted(true)} />;
}
