import { requiredCatalog, type CatalogEntry, type Issue } from '@timbre/fiscal';
import type { z } from 'zod';
import type { ComplementedDraft, ComplementedItem } from '../complement';
import type { input } from './shape';

type Value = z.output<typeof input>;

/**
 * Checks the rules of fuels that the schema of the value cannot express. Source: c_ClaveHYP and
 * c_TipoPermiso of the SAT, 2026-03-25; the SAT has published no matrix for this complement.
 *
 * - fuel_key_not_allowed: the product code of the item is not a fuel of c_ClaveHYP
 * - fuel_unit_not_allowed: the unit of the item is not the unit that c_ClaveHYP states for the fuel
 * - fuel_subproduct_missing: this fuel has several subproducts; name the subproduct that is sold
 * - fuel_subproduct_not_allowed: the subproduct does not belong to the product code of the item
 * - permit_number_invalid: the permit number does not have the form that c_TipoPermiso requires for its type
 */
export function issues(
  { permitType, permitNumber, subproduct }: Value,
  { today }: ComplementedDraft,
  { satProductCode, satUnitCode }: ComplementedItem,
): Issue[] {
  const found: Issue[] = [];
  const add = (path: string[], code: string, message: string) =>
    found.push({ path, code, message });
  const permit = requiredCatalog('hidrocarburos10.c_TipoPermiso').get(permitType, today);
  const { pattern = '', form = '' } = permit?.attributes ?? {};
  if (!new RegExp(`^(?:${pattern})$`).test(permitNumber))
    add(['permitNumber'], 'permit_number_invalid', `A permit ${permitType} has the form ${form}.`);
  const fuel = requiredCatalog('c_ClaveHYP').get(satProductCode, today);
  if (!fuel) {
    add([], 'fuel_key_not_allowed', `${satProductCode} is not a fuel of c_ClaveHYP.`);
    return found;
  }
  const { unit } = fuel.attributes;
  if (satUnitCode !== unit)
    add([], 'fuel_unit_not_allowed', `The unit of ${satProductCode} is ${unit}.`);
  const subproducts = subproductsOf(fuel);
  if (subproduct === undefined && subproducts.length > 1) {
    const message = `Name one of ${subproducts.join(', ')}.`;
    add(['subproduct'], 'fuel_subproduct_missing', message);
  } else if (subproduct !== undefined && !subproducts.includes(subproduct)) {
    const message = `${satProductCode} has the subproducts ${subproducts.join(', ')}.`;
    add(['subproduct'], 'fuel_subproduct_not_allowed', message);
  }
  return found;
}

/**
 * Adds the fuel that the product key of the item determines to the complement. If this fuel has
 * only one subproduct, the function also adds the subproduct.
 */
export function written(value: Value, { satProductCode }: ComplementedItem) {
  const fuel = requiredCatalog('c_ClaveHYP').get(satProductCode, 'latest');
  const { subproduct = fuel && subproductsOf(fuel)[0] } = value;
  return { ...value, fuelKey: satProductCode, subproduct };
}

const subproductsOf = ({ attributes }: CatalogEntry): string[] =>
  attributes.subproducts?.split(' ') ?? [];
