import { type ToastOptions, toast } from 'react-toastify/unstyled';

type Kind = 'success' | 'info' | 'warning' | 'error';

/**
 * One text is shown once at a time: ten requests that fail for the same reason
 * are one piece of news. The container is set up in app/Toasts.tsx.
 */
function show(kind: Kind) {
  return (text: string, options?: ToastOptions) => {
    toast[kind](text, { toastId: `${kind}: ${text}`, ...options });
  };
}

export const notify = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
};
