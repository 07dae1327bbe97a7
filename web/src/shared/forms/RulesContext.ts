import { createContext } from 'react';
import type { FormRules } from '@/api/rules';

/** The rules of the surrounding form, by field name. */
export const RulesContext = createContext<FormRules>({});
