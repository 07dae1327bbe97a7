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
