import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Issue } from '@timbre/fiscal';
import type { Stage } from '../../domain/stamping/stage';
import type { WithholdingInput } from '../../domain/withholdings/withholding';
import type { WithheldLine } from '../../domain/withholdings/withholding-facts';
import type { Rejection, Stamp } from '../cfdi/cfdi';

const pesos = () => p.decimal('string').columnType('numeric(24,2)');

/**
 * A withholding document with its whole life cycle from draft to cancellation. The column `input` is the
 * source of all other data. All other columns are calculated from `input`
 * (store/withholdings/withholding-columns.ts) or come from the stamp.
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
     * The name and RFC of the counterparty without case and accents, for searches. The database appends
     * series, folio and UUID to this text.
     */
    counterpartyText: p.text(),
    /** The SAT attribute MontoTotOperacion. */
    total: pesos(),
    /** The SAT attribute MontoTotRet. */
    withheld: pesos(),
    taxes: p.json<WithheldLine[]>(),
    seriesId: p.uuid().nullable(),
    series: p.text().nullable(),
    /** The folio, which is assigned at the first seal and never changes. */
    folio: p.bigint('number').nullable(),
    /** The SAT attribute FolioInt of an imported document. */
    externalFolio: p.text().nullable(),
    uuid: p.uuid().nullable(),
    placeOfIssue: p.text(),
    /**
     * The date for list filters, at the place of issue: the date of the draft, and after the seal the date
     * of issue.
     */
    datedOn: p.date(),
    /** The SAT attribute FechaExp. */
    issuedLocal: p.text().nullable(),
    sealedXml: p.blob().nullable(),
    stampedXml: p.blob().nullable(),
    selloHash: p.blob().nullable(),
    stamp: p.json<Stamp>().nullable(),
    lastRejection: p.json<Rejection>().nullable(),
    /** The warnings about departures of an imported document from the schema. */
    warnings: p.json<Issue[]>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Withholding = InferEntity<typeof Withholding>;

/** The name of this kind of document in the error not_found. */
export const withholdingName = 'withholding document';
