/** Hebrew, Arabic and the other scripts that run from the right. */
const fromTheRight = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name as a part of a sentence. One that runs from the right is kept apart by marks nobody sees, so that it does not
 * pull figures and other names beside it into its own order.
 */
export function isolate(name: string): string {
  return fromTheRight.test(name) ? `\u2068${name}\u2069` : name;
}

export interface AddressParts {
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

/** Where the number of a house comes before its street, and where the postal code ends the line of the city. */
const numberFirst =
  /^(united states|usa|us|canada|united kingdom|uk|great britain|ireland|france|australia|new zealand|india|singapore)\b/i;
const codeLast = /^(united states|usa|us|canada|australia|new zealand|india|singapore)\b/i;
const codeAlone = /^(united kingdom|uk|great britain|ireland)\b/i;

/** An address as it is written on a letter, in the order of its country, leaving out what is empty. */
export function addressLines(address: AddressParts): string[] {
  const { postalZipCode, building, street, city, provinceState, country } = address;
  const joined = (parts: (string | null | undefined)[], by = ' ') => parts.filter(Boolean).join(by);
  const road = joined(numberFirst.test(country) ? [building, street] : [street, building]);
  const place = codeLast.test(country)
    ? [joined([city, joined([provinceState, postalZipCode])], ', ')]
    : codeAlone.test(country)
      ? [city, provinceState, postalZipCode]
      : [joined([postalZipCode, city]), provinceState === city ? '' : provinceState];
  return [road, ...place, country].filter((line): line is string => Boolean(line));
}
