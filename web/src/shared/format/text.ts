/** Hebrew, Arabic and the other scripts that run from the right. */
const fromTheRight = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name as a part of a sentence. One that runs from the right is kept apart by marks nobody sees, so that it does not
 * pull figures and other names beside it into its own order.
 */
export function isolate(name: string): string {
  return fromTheRight.test(name) ? `\u2068${name}\u2069` : name;
}

interface AddressParts {
  country: string;
  provinceState: string;
  city?: string | null;
  street?: string | null;
  building?: string | null;
  postalZipCode?: string | null;
}

/** The one-line form, leaving out what is empty. */
export function formatAddress(address: AddressParts): string {
  const { postalZipCode, building, street, city, provinceState, country } = address;
  return [postalZipCode, building, street, city, provinceState, country].filter(Boolean).join(', ');
}
