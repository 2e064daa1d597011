import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Issue } from '@timbre/fiscal';
import type { Stage } from '../../domain/stamping/stage';
import type { WithholdingInput } from '../../domain/withholdings/withholding';
import type { WithheldLine } from '../../domain/withholdings/withholding-facts';
import type { Rejection, Stamp } from '../cfdi/cfdi';

const pesos = () => p.decimal('string').columnType('numeric(24,2)');

/**
 * A withholding document from draft to cancellation. The source of the document is `input`. All columns
 * except `input` are computed from the input (store/withholdings/withholding-columns.ts) or from the stamp.
 */
export const Withholding = defineEntity({
  name: 'Withholding',
  tableName: 'withholdings',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    status: p.string().$type<'draft' | 'valid' | 'canceled'>(),
    stage: p.string().$type<Stage>(),
    archived: p.boolean(),
    direction: p.string().$type<'issued' | 'received'>(),
    input: p.json<WithholdingInput>(),
    withholdingCode: p.text(),
    periodYear: p.integer(),
    counterpartyRfc: p.text().nullable(),
    counterpartyName: p.text(),
    /**
     * Name and RFC in the form for search, without case and accents. The database adds series, folio and
     * UUID.
     */
    counterpartyText: p.text(),
    /** The SAT attribute MontoTotOperacion. */
    total: pesos(),
    /** The SAT attribute MontoTotRet. */
    withheld: pesos(),
    taxes: p.json<WithheldLine[]>(),
    seriesId: p.uuid().nullable(),
    series: p.text().nullable(),
    /** The folio, assigned at the first seal and then kept. */
    folio: p.bigint('number').nullable(),
    /** FolioInt of an imported document. */
    externalFolio: p.text().nullable(),
    uuid: p.uuid().nullable(),
    placeOfIssue: p.text(),
    /**
     * The date for list filters, at the place of issue: the date of drafting, and after the seal the date of
     * issue.
     */
    datedOn: p.date(),
    /** The SAT attribute FechaExp. */
    issuedLocal: p.text().nullable(),
    sealedXml: p.blob().nullable(),
    stampedXml: p.blob().nullable(),
    selloHash: p.blob().nullable(),
    stamp: p.json<Stamp>().nullable(),
    lastRejection: p.json<Rejection>().nullable(),
    /** Departures of an imported document from the schema. */
    warnings: p.json<Issue[]>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Withholding = InferEntity<typeof Withholding>;

/** The name of the resource in the refusal not_found. */
export const withholdingName = 'withholding document';
