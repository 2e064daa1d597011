import { isIdentifier, onlyRow, type Reader, type Transaction } from '@timbre/kit';
import type { ReceiptFieldDefinition } from '../domain/receipt-field';
import type { UsedLocation } from './locations';

/** The location of a sale, with its settings and its issuer. */
export interface SalePlace {
  /** The settings; null if the organization has never changed a setting. */
  settings: {
    fields: ReceiptFieldDefinition[];
    /**
     * The number of days within which buyers can invoice their receipts; null means until the end
     * of the sale's month.
     */
    selfInvoicingDays: number | null;
    /** Whether receipts show the self-invoicing link. */
    selfInvoicingLinks: boolean;
  } | null;
  /** Whether the organization must charge IEPS; null without a fiscal profile. */
  owesIeps: boolean | null;
  /** The location of the sale or, by default, the default location. */
  location: UsedLocation | null;
  /** The average unit cost of each product at the location, if it is known; decimal text. */
  costs: Record<string, string> | null;
}

interface Sold {
  locationId?: string | undefined;
  productIds: string[];
}

/**
 * Returns the SQL of one statement that reads all data of the sale's location, to save round trips.
 */
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

/** Reads the location of a sale and its settings, without a lock. */
export async function readSalePlace(read: Reader, sold: Sold): Promise<SalePlace> {
  const place = onlyRow(await read.rows<SalePlace>(placeSql(':org', ''), valuesOf(sold)));
  return place;
}

/**
 * Reads the location of a sale and its settings, and locks the location against archiving until the
 * commit.
 */
export async function keepSalePlace(tx: Transaction, sold: Sold): Promise<SalePlace> {
  const values = [tx.organizationId, ...valuesOf(sold)];
  const place = onlyRow(await tx.rows<SalePlace>(placeSql('$1', 'for key share'), values));
  return place;
}
