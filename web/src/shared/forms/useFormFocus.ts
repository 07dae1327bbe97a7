import { type KeyboardEvent, useEffect, useRef } from 'react';

/** The focus of a form: on its first field when its page opens, and on the first field in error after a refusal. */
export function useFormFocus(isOnlyForm: boolean) {
  const form = useRef<HTMLFormElement>(null);

  // A user who opens a page with one form wants to fill it in. On a phone the keyboard would cover what it is about.
  useEffect(() => {
    if (isOnlyForm && !matchMedia('(pointer: coarse)').matches)
      firstField(form.current)?.focus({ preventScroll: true });
  }, [isOnlyForm]);

  /** In the order of the page, whatever order the names come in. */
  function focusFirst(names: string[]) {
    const field = firstField(form.current, (name) => names.includes(name));
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  }

  return { form, focusFirst };
}

function firstField(form: HTMLFormElement | null, isMeant = (_name: string) => true) {
  const fields = form?.querySelectorAll<HTMLElement>('[name]:not([type="hidden"])') ?? [];
  return Array.from(fields).find((field) => isMeant(field.getAttribute('name') ?? ''));
}

/** Enter in a field in error does not submit. */
export function blockEnterOnError(event: KeyboardEvent, errors: object) {
  const { target } = event;
  if (event.key === 'Enter' && target instanceof HTMLInputElement && target.name in errors) event.preventDefault();
}
