/** The labels of fields that most begin with, each in both languages: those who add one do so for everybody. */
export const templateLabels = () => ({
  customerNumber: { label: 'Customer number', labelDe: 'Kundennummer' },
  vatId: { label: 'VAT ID', labelDe: 'USt-IdNr.' },
  contractNumber: { label: 'Contract number', labelDe: 'Vertragsnummer' },
  supplier: { label: 'Supplier', labelDe: 'Lieferant' },
  costCentre: { label: 'Cost center', labelDe: 'Kostenstelle' },
  contact: { label: 'Contact', labelDe: 'Ansprechpartner' },
  link: { label: 'Link', labelDe: null },
});
