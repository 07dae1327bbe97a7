import type { Gender } from '@/shared/format/german';
import type { Kind, KindNames } from './record';

/** German forms of words before a noun need its gender. */
export const nouns: Record<Kind, KindNames & { gender: Gender }> = {
  company: { one: 'Firma', many: 'Firmen', title: 'Firmen', gender: 'feminine' },
  project: { one: 'Projekt', many: 'Projekte', title: 'Projekte', gender: 'neuter' },
  projectProduct: {
    one: 'Projektprodukt',
    many: 'Projektprodukte',
    title: 'Produkte von Projekten',
    amongAll: { one: 'Produkt' },
    gender: 'neuter',
  },
  projectSubscription: {
    one: 'Projektabonnement',
    many: 'Projektabonnements',
    title: 'Abonnements von Projekten',
    list: 'Verlängerungen',
    amongAll: { one: 'Abonnement' },
    gender: 'neuter',
  },
  product: {
    one: 'Produkt',
    many: 'Produkte',
    title: 'Produkte',
    amongAll: { one: 'Katalogprodukt', title: 'Produkte des Katalogs' },
    gender: 'neuter',
  },
  subscription: {
    one: 'Abonnement',
    many: 'Abonnements',
    title: 'Abonnements',
    amongAll: { one: 'Katalogabonnement', title: 'Abonnements des Katalogs' },
    gender: 'neuter',
  },
  productCategory: {
    one: 'Produktkategorie',
    many: 'Produktkategorien',
    title: 'Produktkategorien',
    gender: 'feminine',
  },
  subscriptionCategory: {
    one: 'Abonnementkategorie',
    many: 'Abonnementkategorien',
    title: 'Abonnementkategorien',
    gender: 'feminine',
  },
  companyModerator: {
    one: 'Moderator',
    many: 'Moderatoren',
    title: 'Moderatoren von Firmen',
    gender: 'masculine',
  },
  projectModerator: {
    one: 'Moderator',
    many: 'Moderatoren',
    title: 'Moderatoren von Projekten',
    gender: 'masculine',
  },
  user: {
    one: 'Benutzer',
    many: 'Benutzer',
    title: 'Benutzer',
    words: 'benutzer personen leute konto',
    gender: 'masculine',
  },
  document: { one: 'Dokument', many: 'Dokumente', title: 'Dokumente', gender: 'neuter' },
  field: { one: 'Feld', many: 'Felder', title: 'Felder', gender: 'neuter' },
  note: { one: 'Notiz', many: 'Notizen', title: 'Notizen', amongAll: { one: 'Notiz zu' }, gender: 'feminine' },
};
