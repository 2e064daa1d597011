import { conflict, isIdentifier, notFound, type Issue, type Transaction } from '@timbre/kit';

/** The records that an expense names. */
export interface ExpenseReferences {
  supplier?: { id: string; legalName: string } | undefined;
  location?: { id: string; name: string; postalCode: string; active: boolean } | undefined;
  category?: { id: string; name: string; active: boolean } | undefined;
}

interface Named {
  supplierId?: string | undefined;
  locationId?: string | undefined;
  categoryId?: string | undefined;
}

const statements = {
  supplierId: `select id, legal_name as "legalName" from contacts
    where org_id = $1 and id = $2 and kind = 'supplier' for key share`,
  locationId: `select id, name, postal_code as "postalCode", active from locations
    where org_id = $1 and id = $2 for key share`,
  categoryId: `select id, name, active from expense_categories
    where org_id = $1 and id = $2 for key share`,
};

const missing = { supplierId: 'supplier', locationId: 'location', categoryId: 'category' };

/**
 * Reads what the fields name and keeps it from being deleted or archived until the commit.
 * @throws Refusal not_found with supplier_not_found, location_not_found, category_not_found, all of
 * them; conflict location_archived or category_archived
 */
export async function expenseReferences(tx: Transaction, named: Named): Promise<ExpenseReferences> {
  const issues: Issue[] = [];
  const read = async <Row>(field: keyof Named): Promise<Row | undefined> => {
    const id = named[field];
    if (id === undefined) return undefined;
    const [row] = isIdentifier(id)
      ? await tx.rows<Row>(statements[field], [tx.organizationId, id])
      : [];
    const message = `Your organization has no such ${missing[field]}.`;
    if (!row) issues.push({ path: [field], code: `${missing[field]}_not_found`, message });
    return row;
  };
  const supplier = await read<NonNullable<ExpenseReferences['supplier']>>('supplierId');
  const location = await read<NonNullable<ExpenseReferences['location']>>('locationId');
  const category = await read<NonNullable<ExpenseReferences['category']>>('categoryId');
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

/** The place whose days count: the location, or the default one; undefined if there is none. */
export async function placeOf(
  tx: Transaction,
  locationId: string | null | undefined,
): Promise<{ postalCode: string } | undefined> {
  const [place] = await tx.rows<{ postalCode: string }>(
    `select postal_code as "postalCode" from locations
     where org_id = $1 and (id = $2::uuid or ($2::uuid is null and is_default))`,
    [tx.organizationId, locationId ?? null],
  );
  return place;
}
