import { fold } from '@timbre/fiscal';
import { cfdiTypes, type CfdiKind, type Customer, type DraftInput } from './draft';
import { documentTaxes } from './document-taxes';

/** A row of the SAT's metadata file; its times are local, without a time zone. */
export interface CfdiMetadata {
  issuerRfc: string;
  issuerName: string;
  receiverRfc: string;
  receiverName: string;
  issuedLocalDateTime: string;
  total: string;
  documentType: string;
  isCanceled: boolean;
}

/**
 * The code of c_Moneda for no currency. The code for no currency is used because the SAT's metadata do not
 * contain the currency.
 */
const unknownCurrency = 'XXX';

/**
 * Returns the values of the database columns for a CFDI whose XML is unknown, from the SAT's
 * metadata. Columns for which the metadata have no value are empty.
 */
export function metadataColumns(
  direction: 'issued' | 'received',
  uuid: string,
  metadata: CfdiMetadata,
) {
  const { issuerRfc, issuerName, receiverRfc, receiverName, total } = metadata;
  const isIssued = direction === 'issued';
  const counterpartyRfc = isIssued ? receiverRfc : issuerRfc;
  const counterpartyName = (isIssued ? receiverName : issuerName) || null;
  const kind = kindOf(metadata.documentType);
  const input: DraftInput = { kind, items: [] };
  const customer: Customer | null =
    kind === 'payroll' ? null : { legalName: receiverName, rfc: receiverRfc };
  return {
    direction,
    uuid,
    kind,
    cfdiType: cfdiTypes[kind],
    input,
    customer,
    items: [],
    counterpartyRfc,
    counterpartyName,
    counterpartyText: fold(`${counterpartyName ?? ''} ${counterpartyRfc}`.trim()),
    currency: unknownCurrency,
    subtotal: total,
    total,
    taxes: documentTaxes({}),
    placeOfIssue: '',
    exportation: '01',
    issuedLocal: metadata.issuedLocalDateTime,
    datedOn: metadata.issuedLocalDateTime.slice(0, 10),
    status: metadata.isCanceled ? 'canceled' : 'valid',
  } as const;
}

function kindOf(documentType: string): CfdiKind {
  const kinds = Object.entries(cfdiTypes) as [CfdiKind, string][];
  const known = kinds.find(([, type]) => type === documentType);
  if (!known) throw new Error(`${documentType} is not a TipoDeComprobante`);
  return known[0];
}
