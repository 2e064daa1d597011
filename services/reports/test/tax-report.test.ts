import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fiscalCfdi, satSync } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { cfdiShape } from '../src/domain/cfdi-facts';
import { consumed } from '../src/events/on-announced';
import { getTaxReport, type TaxProviders } from '../src/operations/get-tax-report';
import { cfdiOf, foldNow, startReports, ingestCfdi } from './reports';

interface Example {
  id: string;
  title: string;
  input: {
    asOf: string;
    taxpayer: { rfc: string; operationsStartedOn: string; obligations: string[] | null };
    query: { fiscalYear: number; period: number | null; contributorLimit: number | null };
    declarations: Filed[];
    cfdis: {
      type: keyof typeof kinds;
      direction: string;
      status: string;
      counterpartyRfc: string;
      counterpartyName: string;
      totalMxn: number;
      issuedLocalDateTime: string;
    }[];
  };
  expected: object;
}

interface Filed {
  operationNumber: string;
  fiscalYear: number;
  periodicity: string;
  period: number;
  declarationType: string;
  complementaryType: string | null;
  filedAt: string;
  total: number | null;
  captureLine: string | null;
  concepts: Record<string, string | number>[];
  payments: { captureLine: string; amount: number; paidOn: string }[];
}

const kinds = {
  I: 'income',
  E: 'credit_note',
  T: 'transfer',
  N: 'payroll',
  P: 'payment_complement',
};

const file = join(__dirname, '../src/domain/examples/taxes.json');
const { examples } = JSON.parse(readFileSync(file, 'utf8')) as { examples: Example[] };

let service: ServiceRuntime<TaxProviders>;
beforeAll(async () => {
  service = (await startReports({ ownRfc: () => Promise.resolve(undefined) })) as typeof service;
});
afterAll(() => service.close());

const ingest = (context: CallContext, of: keyof typeof consumed, payload: Uint8Array) =>
  createRun(service.runtime, context).step((tx) =>
    consumed[of].handle([{ id: newId(), payload, occurredAt: new Date() } as ReceivedEvent], tx),
  );

const texts = (record: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, `${value}`]));

function declarationOf(rfc: string, filed: Filed): satSync.Declaration {
  const { complementaryType, captureLine, total, filedAt, concepts, payments, ...rest } = filed;
  return {
    ...rest,
    declarationId: newId(),
    version: 1,
    rfc,
    filedOn: filedAt.slice(0, 10),
    filedLocalDateTime: filedAt,
    complementaryType: complementaryType ?? undefined,
    captureLine: captureLine ?? undefined,
    total: total === null ? undefined : `${total}`,
    concepts: concepts.map((concept, at) => ({
      number: at + 1,
      name: '',
      taxClass: 'unclassified',
      ...texts(concept),
    })),
    anomalies: [],
    payments: payments.map(({ amount, ...payment }) => ({ ...payment, amount: `${amount}` })),
  };
}

/** Delivers events for all records of an example. */
async function record({ taxpayer, declarations, cfdis }: Example['input']): Promise<CallContext> {
  const context = callContext();
  const { rfc, operationsStartedOn, obligations } = taxpayer;
  const profile = { version: 1, rfc, legalName: 'X', taxSystem: '601', postalCode: '06000' };
  await ingest(context, 'fiscalProfile', fiscalCfdi.FiscalProfile.encode(profile).finish());
  if (obligations) {
    const known = { profileId: newId(), version: 1, rfc, operationsStartedOn, obligations };
    await ingest(context, 'taxProfile', satSync.TaxProfile.encode(known).finish());
  }
  for (const filed of declarations) {
    const payload = satSync.Declaration.encode(declarationOf(rfc, filed)).finish();
    await ingest(context, 'declaration', payload);
  }
  for (const { type, totalMxn, ...cfdi } of cfdis) {
    const amounts = { subtotal: `${totalMxn}`, total: `${totalMxn}` };
    const facts = { lines: [] };
    await ingestCfdi(service, context, cfdiOf({ ...cfdi, ...amounts, kind: kinds[type], facts }));
  }
  return context;
}

test.each(examples)('the tax report of example $id agrees: $title', async ({ input, expected }) => {
  const context = await record(input);
  service.setClock(`${input.asOf}T18:00:00.000Z`);
  const { fiscalYear, period, contributorLimit } = input.query;
  const query = {
    fiscalYear,
    period: period ?? undefined,
    contributorLimit: contributorLimit ?? undefined,
  };
  expect(await service.answer(getTaxReport, context, query)).toEqual(expected);
  await foldNow(service, context, cfdiShape);
  expect(await service.answer(getTaxReport, context, query)).toEqual(expected);
});

test('a counterparty keeps its name if a later document contains no name', async () => {
  const { input } = examples.find(({ id }) => id === 'T16')!;
  const context = await record({ ...input, cfdis: [] });
  for (const counterpartyRfc of ['MISC491214B86', 'XEXX010101000', 'EKU9003173C9']) {
    const isNamed = counterpartyRfc === 'MISC491214B86';
    const cfdi = { counterpartyRfc, subtotal: '100', total: '100', facts: { lines: [] } };
    const named = isNamed ? 'CECILIA MIRANDA SANCHEZ' : undefined;
    const at = { issuedLocalDateTime: '2026-01-10T09:00:00', counterpartyName: named };
    await ingestCfdi(service, context, cfdiOf({ ...cfdi, ...at }));
    const later = { issuedLocalDateTime: '2026-02-10T09:00:00', counterpartyName: undefined };
    await ingestCfdi(service, context, cfdiOf({ ...cfdi, ...later }));
  }
  const report = await service.answer(getTaxReport, context, { fiscalYear: 2026 });
  const names = ['CECILIA MIRANDA SANCHEZ', 'EKU9003173C9', 'XEXX010101000'];
  const income = names.map((name) => ({ name, amount: 200, isOther: false }));
  expect(report).toMatchObject({ cfdiContext: { contributors: { income } } });
});

test('an event with an older version of a declaration is ignored', async () => {
  const { input } = examples.find(({ id }) => id === 'T04')!;
  const context = await record({ ...input, declarations: [] });
  const newer = { ...declarationOf(input.taxpayer.rfc, input.declarations[0]!), version: 2 };
  for (const [version, total] of [
    [2, '1'],
    [1, '2'],
    [2, '3'],
  ] as const) {
    const filed = { ...newer, version, concepts: [], total };
    await ingest(context, 'declaration', satSync.Declaration.encode(filed).finish());
  }
  const { totals } = await service.answer(getTaxReport, context, { fiscalYear: 2026 });
  expect(totals).toMatchObject({ declaredTaxTotal: 1 });
});

test('the tax report of an organization without a fiscal profile is refused', async () => {
  await expect(service.answer(getTaxReport, callContext(), { fiscalYear: 2026 })).rejects.toThrow(
    /fiscal profile/,
  );
});
