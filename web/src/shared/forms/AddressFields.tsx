import { TextField } from './fields';

export const emptyAddress = {
  country: '',
  provinceState: '',
  city: null,
  street: null,
  building: null,
  postalZipCode: null,
};

/** The fields of an address, in the order in which it is usually known. */
export function AddressFields() {
  return (
    <>
      <TextField name="country" autoComplete="country-name" width="medium" />
      <TextField name="provinceState" autoComplete="address-level1" width="medium" />
      <TextField name="city" autoComplete="address-level2" width="medium" />
      <TextField name="street" autoComplete="address-line1" width="medium" />
      <TextField name="building" autoComplete="address-line2" width="medium" />
      <TextField name="postalZipCode" autoComplete="postal-code" width="short" />
    </>
  );
}
