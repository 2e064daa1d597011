import { isIdentifier, onlyRow, type Reader, type Transaction } from '@timbre/kit';
import type { ReceiptFieldDefinition } from '../domain/receipt-field';
import type { UsedLocation } from './locations';

/** The location of a sale with its settings and its issuer. */
export interface SalePlace {
  /** The settings are null until the organization changes one. */
  settings: {
    fields: ReceiptFieldDefinition[];
    /** The number of days in which buyers make the invoices; null for the month of the sale. */
    selfInvoicingDays: number | null;
    /** Whether the receipt comes with the link for self-invoicing. */
    selfInvoicingLinks: boolean;
  } | null;
  /** Null for an organization without a fiscal profile. */
  owesIeps: boolean | null;
  /** The location of the sale, or else the default location. */
  location: UsedLocation | null;
  /** The average unit cost of each product at the location, if known; decimal text. */
  costs: Record<string, string> | null;
}

interface Sold {
  locationId?: string | undefined;
  productIds: string[];
}

/** One statement reads everything, to save round trips. */
const placeSql = (org: string, lock: '' | 'for key share') => `with place as materialized (
    select id, active, name, postal_code as "postalCode", receipt_series as "receiptSeries"
    from locations where org_id = ${org} and case when $3 then is_default else id = $2::uuid end ${lock})
  select (select jsonb_build_object('fields', s.fields, 'selfInvoicingDays', s.self_invoicing_days,
      'selfInvoicingLinks', s.self_invoicing_links) from receipt_settings s where s.org_id = ${org}) as settings,
    (select i.ieps_taxpayer from issuers i where i.org_id = ${org}) as "owesIeps",
    (select to_jsonb(p) from place p) as location,
    (select jsonb_object_agg(l.product_id, l.average_cost::text) from place p
      join inventory_levels l on l.org_id = ${org} and l.location_id = p.id
        and l.product_id = any($4::uuid[]) and l.average_cost is not null) as costs`;

const valuesOf = ({ locationId: id, productIds }: Sold) => [
  id !== undefined && isIdentifier(id) ? id : null,
  id === undefined,
  productIds.filter(isIdentifier),
];

/** Reads the place of a sale; another request may archive its location in the meantime. */
export async function readSalePlace(read: Reader, sold: Sold): Promise<SalePlace> {
  const place = onlyRow(await read.rows<SalePlace>(placeSql(':org', ''), valuesOf(sold)));
  return place;
}

/** Reads the place of a sale, and locks the location against archiving until the commit. */
export async function keepSalePlace(tx: Transaction, sold: Sold): Promise<SalePlace> {
  const values = [tx.organizationId, ...valuesOf(sold)];
  const place = onlyRow(await tx.rows<SalePlace>(placeSql('$1', 'for key share'), values));
  return place;
}
