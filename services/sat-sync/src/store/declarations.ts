import { LockMode } from '@mikro-orm/core';
import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { declaration, declarationDetail } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  type Answer,
  entriesOf,
  entryNumber,
  instant,
  integer,
  json,
  type List,
  number,
  type Reader,
  object,
  resource,
  type Sql,
  type Transaction,
} from '@timbre/kit';
import type { Anomaly, Concept, Payment } from '../domain/declarations/facts';
import { paidOf, type DeclarationRecord } from '../domain/declarations/merge';
import type { Periodicity } from '../domain/declarations/period';

/** A declaration of a taxpayer, identified by its operation number. */
export const Declaration = defineEntity({
  name: 'Declaration',
  tableName: 'declarations',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    rfc: p.text(),
    operationNumber: p.text(),
    fiscalYear: p.integer(),
    period: p.integer(),
    periodicity: p.string().$type<Periodicity>(),
    declarationType: p.text(),
    filedOn: p.date(),
    filedLocalDateTime: p.text().nullable(),
    legalName: p.text().nullable(),
    complementaryType: p.text().nullable(),
    captureLine: p.text().nullable(),
    status: p.text().nullable(),
    total: p.decimal('string').nullable(),
    dueOn: p.date().nullable(),
    concepts: p.json<Concept[]>(),
    annexes: p.json<string[]>(),
    payments: p.json<Payment[]>(),
    anomalies: p.json<Anomaly[]>(),
    source: p.string().$type<'portal' | 'file'>(),
    paidAmount: p.decimal('string').nullable(),
    paymentDate: p.date().nullable(),
    /**
     * The text by which the list of declarations is sorted: period, day of filing and operation number.
     */
    sortKey: p.text(),
    searchText: p.text(),
    /** The time at which the declaration was last read. */
    scrapedAt: p.datetime(),
  },
});

export type Declaration = InferEntity<typeof Declaration>;

const summary = {
  category: `'declaration'`,
  fiscalYear: integer('r.fiscal_year'),
  period: integer('r.period'),
  periodicity: 'r.periodicity',
  declarationType: 'r.declaration_type',
  operationNumber: 'r.operation_number',
  documentRef: `'declaration:' || r.id`,
  scrapedAt: instant('r.scraped_at'),
  filedAt: 'r.filed_on',
  complementaryType: 'r.complementary_type',
  captureLine: 'r.capture_line',
  status: 'r.status',
  total: json<{ amount: number; currency: 'MXN' }>(
    `case when r.total is not null
      then json_build_object('amount', trim_scale(r.total), 'currency', 'MXN') end`,
  ),
  paidAmount: number('r.paid_amount'),
  paymentDate: 'r.payment_date',
};

const declarationSummary = resource<Answer<typeof declaration>>(
  'declaration',
  'declarations',
  summary,
);

type Detail = Answer<typeof declarationDetail>;
const member = (name: string): string => `e.entry->>'${name}'`;
const whole = (name: string): Sql<number> => `(e.entry->>'${name}')::int` as Sql<number>;

export const declarationResource = resource<Detail>('declaration', 'declarations', {
  ...summary,
  rfc: 'r.rfc',
  legalName: 'r.legal_name',
  dueDate: 'r.due_on',
  source: 'r.source',
  concepts: listed(
    'r.concepts',
    object<Detail['concepts'][number]>({
      number: whole('number'),
      name: member('name'),
      taxClass: member('taxClass'),
      charged: entryNumber('charged'),
      inFavor: entryNumber('inFavor'),
      update: entryNumber('update'),
      surcharges: entryNumber('surcharges'),
      fine: entryNumber('fine'),
      applications: entryNumber('applications'),
      paidBefore: entryNumber('paidBefore'),
      paidBeforeOn: member('paidBeforeOn'),
      amountCharged: entryNumber('amountCharged'),
      amountInFavor: entryNumber('amountInFavor'),
      amountToPay: entryNumber('amountToPay'),
    }),
  ),
  payments: listed(
    'r.payments',
    object<Detail['payments'][number]>({
      captureLine: member('captureLine'),
      amount: entryNumber('amount'),
      paidOn: member('paidOn'),
      institution: member('institution'),
      operationNumber: member('operationNumber'),
      paymentKey: member('paymentKey'),
    }),
  ),
  annexes: json('r.annexes'),
  anomalies: json('r.anomalies'),
  files: json(`coalesce((select json_agg(f.kind order by f.kind) from sat_files f
    where f.org_id = r.org_id and f.document_id = r.id), '[]'::json)`),
});

/** SQL that selects a column as a JSON list; the list is empty if the column has no entries. */
function listed<Entry>(column: string, entry: Sql<Entry>): Sql<Entry[]> {
  return json(`coalesce(${entriesOf(column, entry)}, '[]'::json)`);
}

export const declarationList: List = {
  name: 'declarations',
  resource: declarationSummary,
  order: { column: 'sort_key', type: 'text' },
};

/** Reads and locks the stored declaration with a given operation number. */
export const lockDeclaration = (
  tx: Transaction,
  rfc: string,
  operationNumber: string,
): Promise<Declaration | undefined> =>
  tx.findBy(Declaration, { rfc, operationNumber }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/**
 * Returns the columns of a declaration's database row: the fields of the record, and the values by
 * which lists are sorted and searched.
 */
export function columnsOf(record: DeclarationRecord) {
  const { operationNumber, captureLine, declarationType, period, filedOn, concepts } = record;
  const words = [
    operationNumber,
    captureLine ?? '',
    declarationType,
    record.complementaryType ?? '',
  ];
  return {
    ...record,
    ...paidOf(record),
    sortKey: `${String(period).padStart(2, '0')} ${filedOn} ${operationNumber}`,
    searchText: fold([...words, ...concepts.map(({ name }) => name)].join(' ')),
  };
}

const pageMax = 100;

/** Reads the next declarations in a list sorted by identifier. */
export async function nextDeclarations(read: Reader, afterId: string): Promise<Declaration[]> {
  const ids = await read.rows<{ id: string }>(
    `select r.id from declarations r where r.org_id = :org and r.id > $2::uuid
     order by r.id limit ${pageMax}`,
    [afterId],
  );
  const found = await read.find(
    Declaration,
    ids.map(({ id }) => id),
  );
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
