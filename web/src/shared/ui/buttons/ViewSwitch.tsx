import type { ComponentType } from 'react';
import { common } from '@/shared/messages';
import { IconButton } from './IconButton';
import styles from './ViewSwitch.module.css';

interface ViewSwitchProps<T extends string> {
  views: readonly { value: T; label: string; Icon: ComponentType }[];
  value: T;
  onChange: (value: T) => void;
}

/** As what a list is shown, such as cards or a table. */
export function ViewSwitch<T extends string>({ views, value, onChange }: ViewSwitchProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form, this is a row of switches
    <div role="group" aria-label={common.view} className={styles.views}>
      {views.map((view) => (
        <IconButton
          key={view.value}
          label={view.label}
          icon={<view.Icon />}
          aria-pressed={view.value === value}
          className={styles.view}
          onClick={() => onChange(view.value)}
        />
      ))}
    </div>
  );
}
