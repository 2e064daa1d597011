/**
 * The parts of an address that are printed on one line, without the postal code.
 */
export interface AddressParts {
  street?: string | undefined;
  exterior?: string | undefined;
  interior?: string | undefined;
  neighborhood?: string | undefined;
  city?: string | undefined;
  municipality?: string | undefined;
  state?: string | undefined;
}

/**
 * Writes an address for the heading of a printed document, with its postal code, such as `Calle Juárez 12,
 * Centro, Pachuca, C.P. 42000`.
 */
export function headAddress(
  address: (AddressParts & { postalCode?: string | undefined }) | null | undefined,
  postalCode = address?.postalCode,
): string | undefined {
  const line = address ? addressLine(address) : undefined;
  return line && `${line}, C.P. ${postalCode}`;
}

/**
 * Writes an address on one line, such as `Calle Juárez 12 int. 3, Centro, Pachuca, HGO`; undefined without a
 * street.
 */
export function addressLine(address: AddressParts): string | undefined {
  const { street, exterior, interior, neighborhood, city, municipality, state } = address;
  if (!street) return undefined;
  const number = [street, exterior, interior && `int. ${interior}`].filter(Boolean).join(' ');
  const places = [neighborhood, city, municipality === city ? undefined : municipality, state];
  return [number, ...places].filter(Boolean).join(', ');
}
