import { parseComprobante, writeComprobante, type Comprobante } from '@timbre/cfdi';
import type { Item } from '@timbre/items';
import type { CfdiKind, Customer, Draft, DraftInput } from '../src/domain/drafting/draft';
import type { RelatedSource } from '../src/domain/drafting/draft-sources';
import type { Profile } from '../src/domain/set-up/fiscal-profile';

export const today = '2026-11-21';

export const sampleProfile: Profile = {
  rfc: 'EKU9003173C9',
  legalName: 'ESCUELA KEMPER URGATE',
  taxSystem: '601',
  postalCode: '42501',
  timeZone: 'America/Mexico_City',
};

export const sampleCustomer: Customer = {
  customerId: 'c1',
  version: 1,
  legalName: 'Universidad Robótica Española',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  postalCode: '86991',
};

export const sampleItem: Item = {
  kind: 'custom',
  description: 'Consultoría',
  satProductCode: '80101500',
  satUnitCode: 'E48',
  quantity: '2',
  unitPrice: '100.5',
  taxability: 'standard',
  taxRate: '0.16',
};

/** Returns a draft with one item for the sample customer. */
export function sampleDraft(
  kind: CfdiKind,
  input: Partial<DraftInput> = {},
  changes: { customer?: Partial<Customer> | null; items?: Partial<Item>[] } = {},
): Draft {
  const { customer = {}, items = [{}] } = changes;
  return {
    kind,
    input: { kind, items: [], ...input },
    customer: customer && { ...sampleCustomer, ...customer },
    items: items.map((item) => ({ ...sampleItem, ...item })),
  };
}

/** A stored invoice of the sample customer, to which a draft can relate. */
export const sampleRelated: RelatedSource = {
  cfdiId: 'c1',
  uuid: 'ad662d33-6934-459c-a128-bdf0393f0f44',
  kind: 'income',
  status: 'valid',
  receiverRfc: 'URE180429TM6',
  currency: 'MXN',
  exchangeRate: null,
  total: '1160',
  advanced: null,
  isPaid: false,
  isAdvance: false,
  replacementId: null,
  isBeingCanceled: false,
};

/** Writes the document as XML and parses that XML. The attributes of the seal have invented values. */
export function readBack(document: Comprobante): Comprobante {
  const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };
  return parseComprobante(writeComprobante({ ...document, ...seal }).xml).document;
}

export const codesOf = (issues: readonly { path: unknown[]; code: string }[]): string[] =>
  issues.map(({ path, code }) => `${path.join('.')} ${code}`);
