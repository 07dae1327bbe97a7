import { createContext } from 'react';

type Removal = () => Promise<unknown>;

/** How a form has removed what it edits: that leads on like saving does, and is not asked about unsaved changes. */
export const RemovalContext = createContext((remove: Removal) => remove());
