import { conflict, notFound, type Issue, type Transaction } from '@timbre/kit';
import { keepPartner, type NamedContact } from '../store/contacts';
import { keepCategory, type NamedCategory } from '../store/expense-categories';
import { keepLocations, Location, type UsedLocation } from '../store/locations';

/** The records that an expense names. */
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

const missing = { supplierId: 'supplier', locationId: 'location', categoryId: 'category' };

/**
 * Reads what the fields name and keeps it from being deleted or archived until the commit.
 * @throws Refusal not_found with supplier_not_found, location_not_found, category_not_found, all of
 * them; conflict location_archived or category_archived
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
    const message = `Your organization has no such ${missing[field]}.`;
    return [{ path: [field], code: `${missing[field]}_not_found`, message }];
  });
  if (issues.length > 0) throw notFound('supplier, location or category', issues);
  if (location?.active === false) throw archived('locationId', 'location');
  if (category?.active === false) throw archived('categoryId', 'category');
  return { supplier, location, category };
}

function archived(field: string, noun: string) {
  const message = `The ${noun} is archived.`;
  return conflict(message, `${noun}_archived`, [
    { path: [field], code: `${noun}_archived`, message },
  ]);
}

/**
 * The location whose days count: the location of the expense, or the default one; undefined without either.
 */
export const placeOf = (
  tx: Transaction,
  locationId: string | null | undefined,
): Promise<Location | undefined> =>
  locationId == null ? tx.findBy(Location, { isDefault: true }) : tx.find(Location, locationId);
