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

/** The PAC's reason for a refused stamp. */
export interface Rejection {
  /** The code of the SAT or the PAC. */
  code: string;
  /** The message of the PAC. */
  message: string;
  /** The input fields that caused the refusal; absent in rejections before 2026-11-23. */
  issues?: Issue[] | undefined;
  /** The instant of the refusal, in RFC 3339. */
  at: string;
}

/** The stamp in the form of the detail. */
export interface Stamp {
  /** Local time of the SAT's region, FechaTimbrado. */
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
 * A CFDI from draft to cancellation. The columns `input`, `customer` and `items` are the sources of
 * a CFDI. All other columns are computed from the sources (store/cfdi/cfdi-columns.ts) or from the
 * stamp.
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
    /** The receiver. A payroll document has its employee in `input` instead. */
    customer: p.json<Customer>().nullable(),
    items: p.json<PricedItem[]>(),
    /** The payment and the documents that it pays; null unless the CFDI is a payment complement. */
    complement: p.json<ComplementFacts>().nullable(),
    paidDocuments: p.json<PaidDocument[]>().nullable(),
    /** The column is set only in a payroll document. */
    payroll: p.json<ReturnType<typeof payrollFacts>>().nullable(),
    customerId: p.uuid().nullable(),
    counterpartyRfc: p.text().nullable(),
    counterpartyName: p.text().nullable(),
    /**
     * Name and RFC in the form for search, without case and accents. The database adds series, folio and
     * UUID.
     */
    counterpartyText: p.text(),
    seriesId: p.uuid().nullable(),
    series: p.text().nullable(),
    /** The folio, assigned at the first seal and then kept. */
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
     * The date for list filters, at the place of issue: the date of drafting, and after the seal the date of
     * issue.
     */
    datedOn: p.date(),
    /** The SAT attribute Fecha. */
    issuedLocal: p.text().nullable(),
    sealedXml: p.blob().nullable(),
    stampedXml: p.blob().nullable(),
    selloHash: p.blob().nullable(),
    stamp: p.json<Stamp>().nullable(),
    lastRejection: p.json<Rejection>().nullable(),
    /** Fields of the receiver that differ between the sealed XML and the XML that a PAC refused. */
    refreshed: p.json<RefreshedField[]>().nullable(),
    /** The sales receipts from which the document was made. */
    origin: p.json<ReceiptsOrigin>().nullable(),
    /** A copy of the key in `origin`, in a separate column for lookups. */
    originKey: p.text().nullable(),
    /** The effect on the stock, which commerce executes; null without an effect. */
    inventoryImpact: p.json<InventoryImpact>().nullable(),
    /** Probable mistakes of the draft at its last update; null without mistakes. */
    warnings: p.json<Issue[]>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Cfdi = InferEntity<typeof Cfdi>;

/** The name of the resource in the refusal not_found. */
export const cfdiName = 'CFDI';

/** A deleted draft that had a folio. The record explains the gap in the folios of the series. */
export const VoidedFolio = defineEntity({
  name: 'VoidedFolio',
  tableName: 'voided_folios',
  properties: {
    /** Identifier of the deleted document. */
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

/** Whether a document that the reader may see belongs to payroll. */
export async function isPayrollDocument(read: Reader, id: string): Promise<boolean> {
  const found = await read.rows(
    `select 1 from cfdi where org_id = :org and id = $2::uuid and kind = 'payroll'`,
    [id],
  );
  return found.length > 0;
}
