// Decides which drafts the form of an invoice can edit, and returns the values for the form. An
// update replaces the whole draft. Therefore a draft cannot be edited here if it has a member that
// the form neither shows nor keeps.
import type { CfdiDetail, CfdiInputIncome, CfdiItemInput } from '@timbre/client';
import type { Values } from './fields.tsx';
import { taxOf } from './taxes.ts';

type Draft = Extract<CfdiDetail, { kind: 'income' }>;
type Item = NonNullable<Draft['items']>[number];

/** An item of the form, and the members of the item that the form keeps as they are. */
export interface FormItem {
  values: Values;
  kept: Partial<CfdiItemInput>;
}

const shownOrKept = new Set([
  'category', 'documentRef', 'kind', 'cfdiType', 'direction', 'status', 'archived', 'total', 'series', 'folio',
  'counterpartyName', 'inventoryImpact', 'completeness', 'customerId', 'seriesId', 'cfdiUse', 'receiver',
  'payment', 'fiscal', 'items', 'warnings', 'lastRejection', 'refreshed', 'issuedLocalDateTime', 'pdfCustomSection', 'createdAt',
  'updatedAt',
]); // prettier-ignore
const shownOrKeptOfItem = new Set([
  'kind', 'productId', 'description', 'satProductCode', 'satUnitCode', 'quantity', 'unitPrice', 'discount',
  'taxIncluded', 'taxability', 'taxRate', 'sku', 'unitName', 'withholdings', 'amount', 'taxAmount',
  'withheldAmount',
]); // prettier-ignore

const hasOnly = (record: object, names: Set<string>): boolean =>
  Object.entries(record).every(([name, value]) => names.has(name) || value === undefined);

/** Whether the form of an invoice shows or keeps everything that a draft has. */
export function isEditable(document: object): boolean {
  const { kind, total, fiscal, items = [], ...draft } = document as Draft;
  return (
    kind === 'income' &&
    total.currency === 'MXN' &&
    hasOnly(draft, shownOrKept) &&
    (fiscal?.taxes?.local ?? []).length === 0 &&
    items.every(
      (item) =>
        hasOnly(item, shownOrKeptOfItem) && (item.kind === 'product' || taxOf(item) !== undefined),
    )
  );
}

/**
 * Returns the values of the form for a draft, and the members of the draft that the form keeps
 * unchanged.
 */
export function formOf(draft: Draft): {
  values: Values;
  items: FormItem[];
  kept: Partial<CfdiInputIncome>;
} {
  const { customerId = '', cfdiUse = '', payment, items = [] } = draft;
  const { timing = 'single_payment', formCode = '', conditions = '', dueDate = '' } = payment ?? {};
  const { placeOfIssue, exportation } = draft.fiscal ?? {};
  const locationId = draft.inventoryImpact?.locationId;
  return {
    values: { customerId, cfdiUse, timing, formCode, conditions, dueDate },
    items: items.map(itemOf),
    // The draft returns the codes of its request as plain text. The cast is safe, because the API
    // checks the codes again.
    kept: {
      ...(draft.seriesId !== undefined && { seriesId: draft.seriesId }),
      ...(draft.pdfCustomSection !== undefined && { pdfCustomSection: draft.pdfCustomSection }),
      ...(locationId !== undefined && { locationId }),
      ...(placeOfIssue !== undefined && { placeOfIssue }),
      ...(exportation !== undefined && { exportation }),
    } as Partial<CfdiInputIncome>,
  };
}

function itemOf(item: Item): FormItem {
  const { kind, productId = '', description, satProductCode, satUnitCode, discount } = item;
  const { sku, unitName, withholdings, taxability, taxRate } = item;
  const isProduct = kind === 'product';
  return {
    values: {
      productId,
      description,
      satProductCode,
      satUnitCode,
      quantity: String(item.quantity),
      unitPrice: String(item.unitPrice),
      discount: discount === undefined ? '' : String(discount),
      tax: taxOf(item) ?? '',
      taxIncluded: String(item.taxIncluded ?? false),
    },
    kept: {
      ...(sku !== undefined && { sku }),
      ...(unitName !== undefined && { unitName }),
      ...(isProduct && taxability !== undefined && { taxability }),
      ...(isProduct && taxRate !== undefined && { taxRate }),
      ...(withholdings && { withholdings: withholdings.map(({ type, rate }) => ({ type, rate })) }),
    } as FormItem['kept'],
  };
}
