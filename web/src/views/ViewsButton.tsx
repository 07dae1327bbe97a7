import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '@/shared/loading/lazyPart';
import { PopoverButton } from '@/shared/ui/overlays/PopoverButton';
import { messages } from './messages';
import type { ViewsProps } from './ViewsPanel';
import { addressOfView, viewsOf, viewsQuery } from './views';

export type { ViewsProps };

const button = { label: messages.title, icon: <Bookmark />, isIcon: true };

const ViewsPanel = lazyPart(() => import('./ViewsPanel'), {
  placeholder: () => <PopoverButton {...button} disabled />,
});

/** Opens the saved views of a list. What that needs is loaded when it is asked for. */
export function ViewsButton(props: ViewsProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <ViewsPanel {...props} button={button} />;
  return <PopoverButton {...button} onClick={() => setWanted(true)} />;
}

/** Whoever comes to a list without saying what of it gets the view that the list begins with. */
export function useDefaultView(list: string): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { data } = useQuery(viewsQuery);
  const isDecided = useRef(false);
  const begin = useEffectEvent(() => {
    if (isDecided.current || !data) return;
    isDecided.current = true;
    const view = viewsOf(data, list).find(({ isDefault }) => isDefault);
    if (view && search === '') void navigate(addressOfView(view), { replace: true });
  });
  // Once something was chosen here, an address without a filter means the whole list.
  useEffect(() => {
    if (search !== '') isDecided.current = true;
    begin();
  }, [search]);
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere) begin();
  }, [isThere]);
}
