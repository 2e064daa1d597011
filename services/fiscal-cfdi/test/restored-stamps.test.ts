import type { fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { createSeries } from '../src/operations/create-series';
import { importCfdi } from '../src/operations/import-cfdi';
import { importCfdiXml } from '../src/operations/import-cfdi-xml';
import { sealPayrollReceipts } from '../src/operations/seal-payroll-receipts';
import { importReader } from '../src/providers/import-reader';
import { newDraft } from './cfdi';
import { fakePacCertificate } from './fake-pac';
import { samplePayroll, samplePayrollSource } from './sample-payroll';
import {
  newIssuer,
  newItem,
  stamp,
  stampKey,
  startStamping,
  stateOf,
  type Stamping,
} from './stamping';

/** The stamps of documents that the database has lost, because it was restored to an earlier point. */
let stamping: Stamping;
beforeAll(async () => {
  stamping = await startStamping();
  const pacCertificate = (number: string) =>
    number === fakePacCertificate.number ? fakePacCertificate : undefined;
  const reader = importReader({ isChained: false }, { pacCertificate });
  Object.assign(stamping.service.runtime.providers as object, { importReader: reader });
});
afterAll(() => stamping.close());

/** A document as the PAC and the SAT know it. */
interface Stamped {
  documentRef: string;
  uuid: string;
  folio: string;
  xml: Buffer;
}

async function stampedOf(documentRef: string): Promise<Stamped> {
  const { cfdi } = await stateOf(stamping, documentRef);
  const [uuid, folio] = [cfdi['uuid'] as string, String(cfdi['folio'])];
  return { documentRef, uuid, folio, xml: cfdi['stamped_xml'] as Buffer };
}

async function stampDraft(context: CallContext, items = [newItem()]): Promise<Stamped> {
  const { documentRef } = await newDraft(stamping, context, { items });
  await stamp(stamping, stampKey(context, newId()), documentRef);
  return stampedOf(documentRef);
}

const noSeal = `series_id = null, series = null, folio = null, sello_hash = null, sealed_xml = null,
  issued_local = null`;

/** Brings a document back to its draft, which is older than the stamp, and its series to the folio. */
async function restore(
  { organizationId }: CallContext,
  { documentRef, folio }: Stamped,
  { stage = 'draft', columns = noSeal, attempts = 'delete from stamp_attempts' } = {},
): Promise<void> {
  const id = documentRef.slice(5);
  const ask = (sql: string, ...values: unknown[]) => stamping.service.rows(sql, values);
  const unstamped = `uuid = null, stamped_xml = null, stamp = null, created_at = '2026-11-20'`;
  await ask(
    `update cfdi set status = 'draft', stage = '${stage}', ${unstamped}, ${columns} where id = $1 returning 1`,
    id,
  );
  await ask(`${attempts} where cfdi_id = $1 returning 1`, id);
  await ask(
    `update series set next_folio = least(next_folio, $2::bigint) where org_id = $1 and code in ('A', 'N') returning 1`,
    organizationId,
    folio,
  );
}

const importAll = async (context: CallContext, ...documents: Stamped[]) => {
  const given = documents.map(({ uuid, xml }) => ({
    direction: 'issued',
    uuid,
    xml,
    metadata: undefined,
  }));
  const { runtime } = stamping.service;
  const answer = await importCfdi.run(runtime as never, context, { documents: given });
  return answer.documents.map(({ outcome }) => outcome);
};

const countOf = async ({ organizationId }: CallContext): Promise<number> =>
  (await stamping.service.rows('select from cfdi where org_id = $1', [organizationId])).length;

describe('a draft that was stamped after the restored point', () => {
  it('without the import, the next stamp hands out the folio a second time', async () => {
    const context = await newIssuer(stamping);
    const lost = await stampDraft(context);
    await restore(context, lost);
    expect(await stampDraft(context)).toMatchObject({ folio: lost.folio });
  });

  it('gets its stamp and folio from the import, and the series continues after it', async () => {
    const context = await newIssuer(stamping);
    const lost = await stampDraft(context);
    await restore(context, lost);
    expect(await importAll(context, lost)).toEqual(['updated']);
    const { cfdi, attempts } = await stateOf(stamping, lost.documentRef);
    expect(cfdi).toMatchObject({ status: 'valid', stage: 'stamped', uuid: lost.uuid, series: 'A' });
    expect(await stampedOf(lost.documentRef)).toEqual(lost);
    expect(attempts).toMatchObject([{ state: 'stamped', pac: null }]);
    expect(await countOf(context)).toBe(1);
    expect(await importAll(context, lost)).toEqual(['unchanged']);
    expect(await stampDraft(context)).toMatchObject({ folio: String(Number(lost.folio) + 1) });
  });

  it('gets its stamp also from an XML that the organization imports', async () => {
    const context = await newIssuer(stamping);
    const lost = await stampDraft(context);
    await restore(context, lost);
    const answer = await stamping.service.answer(importCfdiXml as never, context, {
      xml: lost.xml,
    } as never);
    expect(answer).toMatchObject({ documentRef: lost.documentRef, uuid: lost.uuid });
  });

  it.each([
    [
      'whose attempt was open and not sent at the point',
      {
        stage: 'stamping',
        columns: 'updated_at = now()',
        attempts: `update stamp_attempts set state = 'sealed', pac = null, sent_at = null, finished_at = null`,
      },
    ],
    [
      'whose attempt was sent at the point',
      {
        stage: 'unknown',
        columns: 'updated_at = now()',
        attempts: `update stamp_attempts set state = 'unknown', finished_at = null`,
      },
    ],
    [
      'that the reconciler has released since the restore',
      { columns: 'updated_at = now()', attempts: `update stamp_attempts set state = 'not_sent'` },
    ],
  ])('%s gets the stamp with its seal', async (_, point) => {
    const context = await newIssuer(stamping);
    const lost = await stampDraft(context);
    await restore(context, lost, point);
    expect(await importAll(context, lost)).toEqual(['updated']);
    expect(await stampedOf(lost.documentRef)).toEqual(lost);
    const { attempts } = await stateOf(stamping, lost.documentRef);
    expect(attempts.at(-1)).toMatchObject({ state: 'stamped' });
  });

  it('stays a draft if the CFDI has another content, or is older than the draft', async () => {
    const context = await newIssuer(stamping);
    const [lost, other] = [await stampDraft(context), await stampDraft(context)];
    await restore(context, other);
    await restore(context, lost);
    await stamping.service.rows(`update cfdi set created_at = now() where id = $1 returning 1`, [
      lost.documentRef.slice(5),
    ]);
    expect(await importAll(context, lost)).toEqual(['imported']);
    expect((await stateOf(stamping, lost.documentRef)).cfdi).toMatchObject({ status: 'draft' });
    expect((await stateOf(stamping, other.documentRef)).cfdi).toMatchObject({ status: 'draft' });
  });
});

describe('a payroll receipt that was stamped after the restored point', () => {
  const receiptOf = (rowId: string, wage: string): fiscalCfdi.PayrollReceipt => {
    const earnings = [{ type: '001', taxableAmount: wage, exemptAmount: '0' }];
    const employee = { ...samplePayroll.employee, employeeNumber: newId().slice(-12) };
    const payroll = { ...samplePayroll, earnings, employee } as fiscalCfdi.Payroll;
    const payrollSource = samplePayrollSource as fiscalCfdi.PayrollSource;
    const input = { kind: 'payroll', employeeId: newId(), items: [], payroll, payrollSource };
    return { key: `payroll:${rowId}:stamp:1`, input };
  };
  const seal = async (context: CallContext, receipt: fiscalCfdi.PayrollReceipt) => {
    const { runtime } = stamping.service;
    const answer = await sealPayrollReceipts.run(runtime as never, context, {
      receipts: [receipt],
    });
    return answer.receipts[0]!.documentRef!;
  };
  const stampRow = (context: CallContext, { key }: fiscalCfdi.PayrollReceipt, ref: string) =>
    stamp(
      stamping,
      {
        ...context,
        idempotency: { route: 'payroll', key, fingerprint: '00' },
        deadlineMs: Date.now() + 28_000,
      },
      ref,
    );

  it('is found by its row, which is stamped with the same CFDI, however often it asks', async () => {
    const context = await newIssuer(stamping);
    const series = { code: 'N', kind: 'payroll' };
    await stamping.service.answer(createSeries as never, context, series as never);
    const [receipt, other] = [receiptOf(newId(), '7500.00'), receiptOf(newId(), '7500.00')];
    const documentRef = await seal(context, receipt);
    await stampRow(context, receipt, documentRef);
    const lost = await stampedOf(documentRef);
    // The draft of the receipt was made after the point.
    await stamping.service.rows('delete from stamp_attempts where cfdi_id = $1 returning 1', [
      documentRef.slice(5),
    ]);
    await stamping.service.rows('delete from cfdi where id = $1 returning 1', [
      documentRef.slice(5),
    ]);
    await stamping.service.rows(
      `delete from idempotency where org_id = $1 and key like 'payroll:%' returning 1`,
      [context.organizationId],
    );
    expect(await importAll(context, lost)).toEqual(['imported']);

    const found = await seal(context, receipt);
    expect(await seal(context, receipt)).toBe(found);
    expect(await stampRow(context, receipt, found)).toMatchObject({ uuid: lost.uuid });
    expect(await countOf(context)).toBe(1);
    expect(await seal(context, other)).not.toBe(found);
  });
});
