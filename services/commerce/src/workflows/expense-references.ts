import { conflict, notFound, type Issue, type Transaction } from '@timbre/kit';
import { keepPartner, type NamedContact } from '../store/contacts';
import { keepCategory, type NamedCategory } from '../store/expense-categories';
import { keepLocations, Location, type UsedLocation } from '../store/locations';

/** The records to which an expense refers. */
export interface ExpenseReferences {
  supplier?: NamedContact | undefined;
  location?: UsedLocation | undefined;
  category?: NamedCategory | undefined;
}

interface Named {
  supplierId?: string | undefined;
  locationId?: string | undefined;
  categoryId?: string | undefined;
}

const missing = {
  supplierId: ['supplier', 'supplier_not_found'],
  locationId: ['location', 'location_not_found'],
  categoryId: ['category', 'category_not_found'],
} as const;

/**
 * Reads the records to which the fields refer, and locks them against deletion and archiving until
 * the commit.
 * @throws Refusal not_found with all of supplier_not_found, location_not_found, category_not_found;
 * conflict location_archived or category_archived
 */
export async function expenseReferences(tx: Transaction, named: Named): Promise<ExpenseReferences> {
  const { supplierId, locationId, categoryId } = named;
  const [supplier, [location], category] = await Promise.all([
    supplierId === undefined ? undefined : keepPartner(tx, 'supplier', supplierId),
    locationId === undefined ? [] : keepLocations(tx, [locationId]),
    categoryId === undefined ? undefined : keepCategory(tx, categoryId),
  ]);
  const found = { supplierId: supplier, locationId: location, categoryId: category };
  const issues = (['supplierId', 'locationId', 'categoryId'] as const).flatMap((field): Issue[] => {
    if (named[field] === undefined || found[field]) return [];
    const message = `Your organization has no such ${missing[field][0]}.`;
    return [{ path: [field], code: missing[field][1], message }];
  });
  if (issues.length > 0) throw notFound('supplier, location or category', issues);
  if (location?.active === false) throw archived('locationId', 'location', 'location_archived');
  if (category?.active === false) throw archived('categoryId', 'category', 'category_archived');
  return { supplier, location, category };
}

function archived(field: string, noun: string, code: string) {
  const message = `The ${noun} is archived.`;
  return conflict(message, code, [{ path: [field], code, message }]);
}

/**
 * Returns the location that determines the current day: the location of the expense or, by default,
 * the default location; undefined without locations.
 */
export const placeOf = (
  tx: Transaction,
  locationId: string | null | undefined,
): Promise<Location | undefined> =>
  locationId == null ? tx.findBy(Location, { isDefault: true }) : tx.find(Location, locationId);
