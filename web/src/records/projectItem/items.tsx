import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FormRules } from '@/api/rules';
import { DocumentCount } from '@/documents/DocumentCount';
import type { CatalogueKind } from '@/records/catalogue/record';
import type { Project } from '@/records/project/record';
import type { RoleRight } from '@/resource/needs';
import type { Description, Shape } from '@/resource/resource';
import styles from './ItemSection.module.css';

export interface ItemShape extends Shape {
  record: { id: string; projectId: string; version: number; createdAt: string };
  access: Project['access'];
}

/** The products or the subscriptions of a project, described once. They come with the project, and their pages are below its own. */
export interface ProjectItems<S extends ItemShape> extends Description<S> {
  kind: 'projectProduct' | 'projectSubscription';
  /** The catalogue that they are taken from. */
  catalogue: CatalogueKind;
  /** The parameter of the route that names the item. */
  param: 'prodId' | 'subId';
  paths: {
    create: (projectId: string) => string;
    details: (projectId: string, id: string) => string;
    edit: (projectId: string, id: string) => string;
  };
  /** The right without which it can't be edited. */
  editRight: keyof Project['access'] & RoleRight;
  /** What pins and removes notes of others: setting a status is not enough. */
  upkeepRight: keyof Project['access'] & RoleRight;
  /** What is usually added to the project after them. */
  next?: { label: string; path: (projectId: string) => string };
  /** Whether adding one is the page's command. */
  isCommand?: true;
  of: (project: Project) => S['record'][];
  nameOf: (item: S['record']) => string;
  state: (item: S['record']) => ReactNode;
  picture?: (item: S['record']) => ReactNode;
  /** More that the user may do with one. */
  renderActions?: (item: S['record'], access: Project['access']) => ReactNode;
  /** Why a project has none. */
  emptyText: string;
  /** What the form of a new one begins with, and what the form of a stored one edits. */
  blank: () => S['input'];
  valuesOf: (item: S['record']) => S['input'];
  attach: (projectId: string, values: S['input']) => Promise<S['record']>;
  /** Of what the form of a stored one may ask besides its fields. */
  rulesOfEdit?: FormRules;
  /** Sends what the form did not ask for as it is stored now. */
  save: (stored: S['record'], values: Partial<S['input']>, version: number) => Promise<object>;
}

interface NameCellProps {
  kind: string;
  id: string;
  to: string;
  item: { name: string; categoryName: string };
}

/** The name of an item as a link, above its category. */
export function NameCell({ kind, id, to, item }: NameCellProps) {
  return (
    <>
      <Link to={to} className={styles.name}>
        {item.name}
      </Link>
      <DocumentCount kind={kind} id={id} />
      <span className={styles.category}>{item.categoryName}</span>
    </>
  );
}
