import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Issue, SettlementTerms } from '@timbre/fiscal';
import type { PricedItem } from '@timbre/items';
import type { Reader } from '@timbre/kit';
import type { DocumentTaxes } from '../../domain/drafting/document-taxes';
import type {
  CfdiKind,
  CfdiType,
  ComplementFacts,
  Customer,
  DraftInput,
  PaidDocument,
  PaymentTiming,
  ReceiptsOrigin,
} from '../../domain/drafting/draft';
import type { InventoryImpact } from '../../domain/drafting/inventory-impact';
import type { payrollFacts } from '../../domain/receipts/payroll';
import type { RefreshedField } from '../../domain/stamping/refreshed';
import type { Stage } from '../../domain/stamping/stage';

/** The reason why the PAC refused to stamp a document. */
export interface Rejection {
  /** The error code of the SAT or the PAC. */
  code: string;
  /** The error message of the PAC. */
  message: string;
  /** The input fields that caused the refusal; absent in refusals before 2026-11-23. */
  issues?: Issue[] | undefined;
  /** The time of the refusal, in RFC 3339 format. */
  at: string;
}

/** The stamp in the form of the document's detail. */
export interface Stamp {
  /** The SAT attribute FechaTimbrado, a local time in the SAT's region. */
  stampedLocalDateTime: string;
  /** The certificate number of the issuer (NoCertificado). */
  certificateNumber: string;
  /** The SAT attribute NoCertificadoSAT. */
  satCertificateNumber: string;
  /** The SAT attribute RfcProvCertif. */
  pacRfc: string;
}

const amount = () => p.decimal('string').columnType('numeric(24,6)');

/**
 * A CFDI with its whole life cycle from draft to cancellation. The columns `input`, `customer` and `items`
 * are the source of all other data. All other columns are calculated from these columns
 * (store/cfdi/cfdi-columns.ts) or come from the stamp.
 */
export const Cfdi = defineEntity({
  name: 'Cfdi',
  tableName: 'cfdi',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    kind: p.string().$type<CfdiKind>(),
    cfdiType: p.string().$type<CfdiType>(),
    direction: p.string().$type<'issued' | 'received'>(),
    status: p.string().$type<'draft' | 'valid' | 'canceled'>(),
    stage: p.string().$type<Stage>(),
    archived: p.boolean(),
    input: p.json<DraftInput>(),
    /**
     * The receiver of the document. A payroll document has its employee in `input` instead of a customer.
     */
    customer: p.json<Customer>().nullable(),
    items: p.json<PricedItem[]>(),
    /**
     * The payments of a complement and the documents that they pay; null unless the CFDI is a payment
     * complement.
     */
    complement: p.json<ComplementFacts>().nullable(),
    paidDocuments: p.json<PaidDocument[]>().nullable(),
    /** The column `payroll` is set only in a payroll document. */
    payroll: p.json<ReturnType<typeof payrollFacts>>().nullable(),
    customerId: p.uuid().nullable(),
    counterpartyRfc: p.text().nullable(),
    counterpartyName: p.text().nullable(),
    /**
     * The name and RFC of the counterparty without case and accents, for searches. The database appends
     * series, folio and UUID to this text.
     */
    counterpartyText: p.text(),
    seriesId: p.uuid().nullable(),
    series: p.text().nullable(),
    /** The folio, which is assigned at the first seal and never changes. */
    folio: p.bigint('number').nullable(),
    /** The folio of an imported document. */
    externalFolio: p.text().nullable(),
    uuid: p.uuid().nullable(),
    currency: p.text(),
    exchangeRate: amount().nullable(),
    subtotal: amount(),
    discount: amount().nullable(),
    total: amount(),
    taxes: p.json<DocumentTaxes>(),
    paymentTiming: p.string().$type<PaymentTiming>().nullable(),
    formCode: p.text().nullable(),
    methodCode: p.string().$type<'PUE' | 'PPD'>().nullable(),
    dueDate: p.date().nullable(),
    conditions: p.text().nullable(),
    settlementTerms: p.json<SettlementTerms>().nullable(),
    placeOfIssue: p.text(),
    exportation: p.text(),
    /**
     * The date for list filters, at the place of issue: the date of the draft, and after the seal the date
     * of issue.
     */
    datedOn: p.date(),
    /** The SAT attribute Fecha. */
    issuedLocal: p.text().nullable(),
    sealedXml: p.blob().nullable(),
    stampedXml: p.blob().nullable(),
    selloHash: p.blob().nullable(),
    stamp: p.json<Stamp>().nullable(),
    lastRejection: p.json<Rejection>().nullable(),
    /** The fields of the receiver that differ between the sealed XML and the XML that a PAC refused. */
    refreshed: p.json<RefreshedField[]>().nullable(),
    /** The sales receipts from which the document was made. */
    origin: p.json<ReceiptsOrigin>().nullable(),
    /** A copy of the request key in `origin`; the separate column is for lookups. */
    originKey: p.text().nullable(),
    /** The effect of the document on the stock, which commerce applies; null if there is no effect. */
    inventoryImpact: p.json<InventoryImpact>().nullable(),
    /** The warnings about probable mistakes in the last update of the draft; null if there are none. */
    warnings: p.json<Issue[]>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Cfdi = InferEntity<typeof Cfdi>;

/** The name of this kind of document in the error not_found. */
export const cfdiName = 'CFDI';

/**
 * Records that a draft with a folio was deleted. This record explains the gap in the folios of the series.
 */
export const VoidedFolio = defineEntity({
  name: 'VoidedFolio',
  tableName: 'voided_folios',
  properties: {
    /** The identifier of the deleted document. */
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    seriesId: p.uuid(),
    series: p.text(),
    folio: p.bigint('number'),
    lastRejection: p.json<Rejection>().nullable(),
    sealedXml: p.blob().nullable(),
    voidedBy: p.text(),
    voidedAt: p.datetime(),
  },
});

/** Returns whether a document is a payroll document, provided that the reader may see payroll documents. */
export async function isPayrollDocument(read: Reader, id: string): Promise<boolean> {
  const found = await read.rows(
    `select 1 from cfdi where org_id = :org and id = $2::uuid and kind = 'payroll'`,
    [id],
  );
  return found.length > 0;
}
