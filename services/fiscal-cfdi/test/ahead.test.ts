import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { runAhead } from '../src/commands/ahead';
import { topUpWallet } from '../src/commands/top-up-wallet';
import { xmlFiles } from '../src/commands/xml-files';
import { createSeries } from '../src/operations/create-series';
import { createWithholding } from '../src/operations/create-withholding';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { sealPayrollReceipts } from '../src/operations/seal-payroll-receipts';
import { stampWithholding } from '../src/operations/stamp-withholding';
import { newDraft } from './cfdi';
import { fakePacCertificate, rejects, stamps, stampsAndLoses } from './fake-pac';
import { pointOf } from './restored';
import { samplePayroll, samplePayrollSource } from './sample-payroll';
import { sampleWithholding } from './sample-withholding';
import {
  eventsOf, loseStamp, moveClock, newIssuer, newItem, stamp, stampKey, stampRefused, startStamping, stateOf, type Stamping,
} from './stamping'; // prettier-ignore

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => {
  moveClock(stamping, 0);
  stamping.sat.answer = { outcome: 'not_found' };
  for (const pac of stamping.pacs) {
    // The issuers of these tests have the same RFC and the same certificate.
    pac.stored.clear();
    pac.listsStamps();
  }
  providers()['stampPrice'] = undefined;
});

const providers = () => stamping.service.runtime.providers as unknown as Record<string, unknown>;
const since = '2026-11-21T14:30:00Z';

type Line = Record<string, unknown>;

/** Runs the command for one organization, and returns its lines and its exit code. */
async function ahead({ organizationId }: CallContext, ...args: string[]) {
  const lines: Line[] = [];
  const code = await runAhead(
    stamping.service.runtime as never,
    ['--since', since, '--organization', organizationId, ...args],
    {
      organizations: () => Promise.resolve([organizationId]),
      files: xmlFiles,
      write: (line) => lines.push(JSON.parse(line) as Line),
      progress: () => undefined,
    },
  );
  return { code, found: lines.filter(({ action }) => action), counts: lines.at(-1)!, lines };
}

const draft = (context: CallContext, changes: Partial<fiscalCfdi.CfdiInput> = {}) =>
  newDraft(stamping, context, { items: [newItem()], ...changes });

/** Stamps a draft and returns the UUID and folio that the client was told. */
async function stamped(context: CallContext, documentRef: string) {
  const { uuid, series, folio } = await stamp(stamping, stampKey(context), documentRef);
  return { documentRef, uuid, series, folio };
}

const documentsOf = ({ organizationId }: CallContext) =>
  stamping.service.rows(
    `select 'cfdi:' || id as "documentRef", status, uuid, series,
       coalesce(folio::text, external_folio) as folio
     from cfdi where org_id = $1 order by coalesce(folio, external_folio::bigint)`,
    [organizationId],
  );

const nextFolio = async ({ organizationId }: CallContext, kind = 'income') => {
  const sql = 'select next_folio::int as next from series where org_id = $1 and kind = $2';
  const rows = await stamping.service.rows<{ next: number }>(sql, [organizationId, kind]);
  return Math.max(...rows.map(({ next }) => next));
};

const stampsOf = () => stamping.pacs.reduce((sum, { stamps }) => sum + stamps.size, 0);

describe('ahead', () => {
  it('ahead gives a draft the stamp that it got after the restored point, and the series continues', async () => {
    const context = await newIssuer(stamping);
    const [one, other] = [await draft(context), await draft(context)];
    const restore = await pointOf(stamping, context);
    const told = await stamped(context, other.documentRef);
    await restore();
    const { code, found, counts } = await ahead(context, '--apply');
    expect(code).toBe(0);
    expect(found).toMatchObject([
      { action: 'repaired', uuid: told.uuid, document: other.documentRef, equalDrafts: 1 },
    ]);
    expect(counts).toMatchObject({ repaired: 1, imported: 0, canceled: 0, refused: 0, open: 0 });
    expect(await documentsOf(context)).toContainEqual({ ...told, status: 'valid' });
    expect((await eventsOf(stamping, other.documentRef)).at(-1)).toBe('stamped');
    expect(
      (await stampRefused(stamping, stampKey(context), other.documentRef)).details.reason,
    ).toBe('not_a_draft');
    expect(await stamped(context, one.documentRef)).toMatchObject({ folio: '2' });
  });

  it('ahead imports a document without a draft, and the next document gets a fresh folio', async () => {
    const context = await newIssuer(stamping);
    const restore = await pointOf(stamping, context);
    const { uuid } = await stamped(context, (await draft(context)).documentRef);
    await restore();
    expect(await ahead(context, '--apply')).toMatchObject({
      code: 0,
      found: [{ action: 'imported', uuid, document: expect.stringMatching(/^cfdi:/) }],
    });
    expect(await documentsOf(context)).toMatchObject([
      { status: 'valid', uuid, series: 'A', folio: '1' },
    ]);
    const next = await stamped(context, (await draft(context)).documentRef);
    expect(next).toMatchObject({ series: 'A', folio: '2' });
  });

  it('ahead without --apply lists the documents and changes nothing', async () => {
    const context = await newIssuer(stamping);
    const { documentRef } = await draft(context);
    const restore = await pointOf(stamping, context);
    await stamped(context, documentRef);
    await stamped(context, (await draft(context)).documentRef);
    await restore();
    const before = await documentsOf(context);
    const { code, found, counts } = await ahead(context);
    expect([code, found.map(({ action }) => action).sort()]).toEqual([1, ['imported', 'repaired']]);
    expect(counts).toMatchObject({ repaired: 1, imported: 1, isApplied: false });
    expect(await documentsOf(context)).toEqual(before);
    expect(await nextFolio(context)).toBe(1);
  });

  it('ahead finds nothing when it runs again, and two runs at once store each document once', async () => {
    const context = await newIssuer(stamping);
    const drafts = [await draft(context), await draft(context)];
    const restore = await pointOf(stamping, context);
    for (const { documentRef } of drafts) await stamped(context, documentRef);
    await stamped(context, (await draft(context)).documentRef);
    await restore();
    await Promise.all([ahead(context, '--apply'), ahead(context, '--apply')]);
    expect(await ahead(context, '--apply')).toMatchObject({
      code: 0,
      found: [],
      counts: { repaired: 0, imported: 0, refused: 0 },
    });
    const documents = await documentsOf(context);
    expect(documents.map(({ status, folio }) => [status, folio])).toEqual(
      ['1', '2', '3'].map((folio) => ['valid', folio]),
    );
    expect(await eventsOf(stamping, drafts[0]!.documentRef)).toHaveLength(3);
  });

  it('ahead never gives a stamp to a draft with another receiver, other amounts or another folio', async () => {
    const context = await newIssuer(stamping);
    const item = newItem();
    const wanted = await draft(context, { items: [item] });
    const others = [
      await draft(context, { items: [{ ...item, quantity: '3' }] }),
      await draft(context, {
        items: [item],
        customerId: stamping.commerce.customer(context, { rfc: 'OÑO120726RX3' }),
      }),
      await draft(context, { items: [newItem()] }),
    ];
    stamping.pacs[0].answers.push(rejects);
    const refused = await draft(context, { items: [item] });
    await stampRefused(stamping, stampKey(context), refused.documentRef);
    const restore = await pointOf(stamping, context);
    const told = await stamped(context, wanted.documentRef);
    await restore();
    expect((await ahead(context, '--apply')).found).toMatchObject([
      { action: 'repaired', document: wanted.documentRef, equalDrafts: 1 },
    ]);
    expect(told).toMatchObject({ folio: '2' });
    const states = await Promise.all(
      [...others, refused].map(
        async ({ documentRef }) => (await stateOf(stamping, documentRef)).cfdi,
      ),
    );
    expect(states.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft', 'draft']);
  });

  it('ahead gives the stamp of a refused and corrected draft to the draft with its folio', async () => {
    const context = await newIssuer(stamping);
    const item = newItem();
    const twin = await draft(context, { items: [item] });
    const { documentRef } = await draft(context, { items: [item] });
    stamping.pacs[0].answers.push(rejects);
    await stampRefused(stamping, stampKey(context), documentRef);
    const restore = await pointOf(stamping, context);
    // The second seal has another Fecha, so it differs from the refused seal.
    moveClock(stamping, 1);
    const told = await stamped(context, documentRef);
    await restore();
    expect((await ahead(context, '--apply')).found).toMatchObject([
      { action: 'repaired', document: documentRef, equalDrafts: 2 },
    ]);
    expect(await documentsOf(context)).toContainEqual({ ...told, status: 'valid' });
    expect((await stateOf(stamping, twin.documentRef)).cfdi).toMatchObject({ status: 'draft' });
  });

  it('ahead settles an attempt that was open at the point, and its request gets the stamp', async () => {
    const context = await newIssuer(stamping);
    const { documentRef } = await draft(context);
    stamping.pacs[0].answers.push(stampsAndLoses);
    stamping.pacs[0].lookups.push(() => ({ outcome: 'unknown', cause: undefined }));
    const key = stampKey(context);
    await loseStamp(stamping, key, documentRef);
    stamping.pacs[0].lookups.length = 0;
    expect(await ahead(context, '--apply')).toMatchObject({ code: 0, counts: { open: 0 } });
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect([cfdi['status'], attempts.map(({ state }) => state)]).toEqual(['valid', ['stamped']]);
    expect(await stamp(stamping, key, documentRef)).toMatchObject({ uuid: cfdi['uuid'] });
  });

  it('ahead charges a stamp that the restored wallet does not contain, as far as the balance reaches', async () => {
    const context = await newIssuer(stamping);
    const { organizationId } = context;
    const price = { amountMinor: 150, topUpUrl: 'https://timbre.test' };
    await topUpWallet(stamping.service.runtime, { organizationId, amountMinor: 200 });
    const drafts = [await draft(context), await draft(context)];
    const restore = await pointOf(stamping, context);
    for (const { documentRef } of drafts) await stamped(context, documentRef);
    await restore();
    providers()['stampPrice'] = price;
    expect(await ahead(context, '--apply')).toMatchObject({ code: 0, counts: { repaired: 2 } });
    const [wallet] = await stamping.service.rows(
      'select balance_minor::int as balance, reserved_minor::int as reserved from wallets where org_id = $1',
      [organizationId],
    );
    expect(wallet).toEqual({ balance: 50, reserved: 0 });
  });

  it('ahead cancels documents that the SAT shows as canceled', async () => {
    const context = await newIssuer(stamping);
    const { documentRef } = await draft(context);
    await stamped(context, documentRef);
    stamping.sat.shows(true, 'Cancelado sin aceptación');
    expect(await ahead(context)).toMatchObject({
      code: 1,
      found: [{ action: 'canceled', document: documentRef, isApplied: false }],
    });
    expect(await ahead(context, '--apply')).toMatchObject({ code: 0, counts: { canceled: 1 } });
    expect((await stateOf(stamping, documentRef)).cfdi).toMatchObject({ status: 'canceled' });
    expect((await eventsOf(stamping, documentRef)).at(-1)).toBe('canceled');
    expect(await ahead(context, '--apply')).toMatchObject({ code: 0, counts: { canceled: 0 } });
  });

  it('ahead leaves a document whose cancellation is requested to the job that follows it', async () => {
    const context = await newIssuer(stamping);
    const { documentRef } = await draft(context);
    await stamped(context, documentRef);
    const route = 'POST /v1/cfdi/{documentRef}/cancel';
    const request = { documentRef, motive: '02' };
    const keyed = {
      ...context,
      idempotency: { route, key: newId(), fingerprint: '00' },
      deadlineMs: Date.now() + 28_000,
    };
    await stamping.service.answer(cancelCfdi as never, keyed, request as never);
    stamping.sat.shows(true, 'Cancelado sin aceptación');
    expect(await ahead(context, '--apply')).toMatchObject({ counts: { canceled: 0 } });
  });

  it('ahead reports a question that a PAC or the SAT does not answer, and is then repeated', async () => {
    const context = await newIssuer(stamping);
    const restore = await pointOf(stamping, context);
    const { uuid } = await stamped(context, (await draft(context)).documentRef);
    await restore();
    const { issued } = stamping.pacs[0];
    const silent = () => Promise.resolve({ outcome: 'unknown', cause: new Error('down') } as const);
    stamping.pacs[0].issued = { ...issued!, read: silent };
    expect(await ahead(context, '--apply')).toMatchObject({
      code: 1,
      found: [{ action: 'unanswered', uuid, because: 'down' }],
      counts: { unanswered: 1, imported: 0 },
    });
    stamping.pacs[0].issued = issued;
    expect(await ahead(context, '--apply')).toMatchObject({ code: 0, counts: { imported: 1 } });
  });

  it('ahead repairs withholding documents, and their series continues', async () => {
    const context = await newIssuer(stamping);
    const answer = (operation: unknown, of: CallContext, request: object) =>
      stamping.service.answer(operation as never, of, request as never);
    await answer(createSeries, context, { code: 'R', kind: 'withholding' });
    const create = async (description: string) => {
      const input = sampleWithholding({ description });
      return (await answer(createWithholding, context, { input })) as { documentRef: string };
    };
    const { documentRef } = await create(`Honorarios ${newId()}`);
    const restore = await pointOf(stamping, context);
    const stampIt = (reference: string) =>
      answer(stampWithholding, stampKey(context), { documentRef: reference });
    const told = await stampIt(documentRef);
    const { documentRef: lost } = await create(`Honorarios ${newId()}`);
    await stampIt(lost);
    await restore();
    expect(await ahead(context, '--apply')).toMatchObject({
      code: 0,
      counts: { repaired: 1, imported: 1 },
    });
    const sql =
      'select status, uuid, series, folio::int from withholdings where org_id = $1 and id = $2';
    const rows = await stamping.service.rows(sql, [context.organizationId, documentRef.slice(12)]);
    expect(rows).toEqual([{ status: 'valid', uuid: told['uuid'], series: 'R', folio: 1 }]);
    expect(await nextFolio(context, 'withholding')).toBe(3);
    const next = await create(`Honorarios ${newId()}`);
    expect(await stampIt(next.documentRef)).toMatchObject({ folio: '3' });
  });

  it.each([
    ['--since', 'yesterday'],
    ['--since', since, '--organization', 'x'],
    ['--since', since, '--status-from', 'x'],
    ['--since', since, '--unknown'],
  ])('ahead refuses arguments that it does not understand: %s %s %s %s', async (...args) => {
    const parts = {
      organizations: () => Promise.resolve([]),
      files: xmlFiles,
      write: () => {},
      progress: () => {},
    };
    const refused = runAhead(stamping.service.runtime as never, args.filter(Boolean), parts);
    await expect(refused).rejects.toThrow('usage: ahead --since TIME');
  });
});

describe('ahead at a PAC without a list', () => {
  beforeEach(() => {
    for (const pac of stamping.pacs) pac.issued = undefined;
  });

  /** Writes the XML of all stamps of the PACs as the files of a portal. */
  function portal(form: 'folder' | 'zip'): string {
    const files = stamping.pacs.flatMap(({ stored }) => [...stored]);
    const folder = mkdtempSync(join(tmpdir(), 'timbre-portal-'));
    if (form === 'folder') {
      for (const [uuid, xml] of files) writeFileSync(join(folder, `${uuid}.xml`), xml);
      return folder;
    }
    const entries = Object.fromEntries(files.map(([uuid, xml]) => [`${uuid}.xml`, strToU8(xml)]));
    const file = join(folder, 'portal.zip');
    writeFileSync(file, zipSync({ ...entries, 'notes.txt': strToU8('x') }));
    return file;
  }

  it.each(['folder', 'zip'] as const)(
    'ahead says that the PAC cannot list its stamps, and takes them from the files of its portal: %s',
    async (form) => {
      const context = await newIssuer(stamping);
      const { documentRef } = await draft(context);
      const restore = await pointOf(stamping, context);
      const told = await stamped(context, documentRef);
      await restore();
      const without = await ahead(context, '--apply');
      expect(without.lines.slice(0, 2)).toMatchObject([
        { pac: 'first', canList: false, drafts: 1 },
        { pac: 'second', canList: false, drafts: 1 },
      ]);
      expect(without.found).toEqual([]);
      const { code, found } = await ahead(context, '--apply', '--from', portal(form));
      expect(code).toBe(0);
      expect(found).toContainEqual(
        expect.objectContaining({ action: 'repaired', uuid: told.uuid, document: documentRef }),
      );
      expect(await documentsOf(context)).toContainEqual({ ...told, status: 'valid' });
    },
  );

  it('ahead refuses a file with a stamp of an unknown PAC, and skips files from before the point', async () => {
    const context = await newIssuer(stamping);
    const { documentRef } = await draft(context);
    const restore = await pointOf(stamping, context);
    await stamped(context, documentRef);
    const xml = stamping.pacs.flatMap(({ stored }) => [...stored.values()]).at(-1)!;
    await restore();
    const folder = mkdtempSync(join(tmpdir(), 'timbre-portal-'));
    const number = fakePacCertificate.number;
    writeFileSync(
      join(folder, 'a.xml'),
      xml.replaceAll(`NoCertificadoSAT="${number}"`, 'NoCertificadoSAT="30001000000500009999"'),
    );
    writeFileSync(join(folder, 'b.xml'), xml.replace(' Total="', ' Total="9'));
    expect(await ahead(context, '--apply', '--from', folder)).toMatchObject({
      code: 1,
      found: [{ action: 'refused', code: 'pac_not_known' }, { action: 'refused' }],
    });
    expect((await stateOf(stamping, documentRef)).cfdi).toMatchObject({ status: 'draft' });
    writeFileSync(join(folder, 'a.xml'), xml);
    const later = ['--since', '2026-11-22T14:30:00Z', '--apply', '--from', folder];
    expect((await ahead(context, ...later)).counts).toMatchObject({
      repaired: 0,
      imported: 0,
      known: 0,
    });
  });

  it('a draft that was created after the restore never gets the stamp of an earlier document', async () => {
    const context = await newIssuer(stamping);
    const item = newItem();
    const restore = await pointOf(stamping, context);
    await stamped(context, (await draft(context, { items: [item] })).documentRef);
    await restore();
    moveClock(stamping, 86_400);
    const later = await draft(context, { items: [item] });
    const { found } = await ahead(context, '--apply', '--from', portal('folder'));
    expect(found.map(({ action }) => action)).toEqual(['imported']);
    expect((await stateOf(stamping, later.documentRef)).cfdi).toMatchObject({ status: 'draft' });
  });
});

describe('ahead and payroll', () => {
  type Receipt = fiscalCfdi.PayrollReceipt;

  async function newEmployer(): Promise<CallContext> {
    const context = await newIssuer(stamping);
    await stamping.service.answer(createSeries as never, context, {
      code: 'N',
      kind: 'payroll',
    } as never);
    return context;
  }

  const receiptOf = (
    employeeNumber: string,
    wage = '7500.00',
    changes: Partial<Receipt> = {},
  ): Receipt => {
    const earnings = [{ type: '001', taxableAmount: wage, exemptAmount: '0' }];
    const employee = { ...samplePayroll.employee, employeeNumber };
    const payroll = { ...samplePayroll, earnings, employee } as fiscalCfdi.Payroll;
    const payrollSource = samplePayrollSource as fiscalCfdi.PayrollSource;
    const input = { kind: 'payroll', employeeId: newId(), items: [], payroll, payrollSource };
    return { key: `payroll:${newId()}:stamp:1`, input, ...changes };
  };
  const newNumber = () => newId().slice(-12);

  const seal = async (context: CallContext, receipts: Receipt[]) => {
    const { runtime } = stamping.service;
    return (await sealPayrollReceipts.run(runtime as never, context, { receipts })).receipts;
  };
  const stampNext = (context: CallContext, { key }: Receipt, documentRef: string) =>
    stamp(
      stamping,
      {
        ...context,
        idempotency: { route: 'payroll', key, fingerprint: '00' },
        deadlineMs: Date.now() + 28_000,
      },
      documentRef,
    );

  it('a receipt that was sealed at the point and sent after it is stamped once, at a PAC with and without a list', async () => {
    for (const canList of [true, false]) {
      for (const pac of stamping.pacs) if (!canList) pac.issued = undefined;
      if (!canList) stamping.pacs[1].listsStamps();
      // A PAC without a list looks up a document by receiving it again, which stamps a new document.
      if (!canList) stamping.pacs[0].lookups.push(stamps, stamps);
      const context = await newEmployer();
      const receipts = [receiptOf(newNumber()), receiptOf(newNumber())];
      const [one, other] = await seal(context, receipts);
      const restore = await pointOf(stamping, context);
      const told = await stampNext(context, receipts[0]!, one!.documentRef!);
      await restore();
      const before = stampsOf();
      expect(await ahead(context, '--apply')).toMatchObject({ code: 0, counts: { open: 0 } });
      expect(await stampNext(context, receipts[0]!, one!.documentRef!)).toMatchObject({
        uuid: told['uuid'],
      });
      const { cfdi, attempts } = await stateOf(stamping, one!.documentRef!);
      expect([cfdi['status'], cfdi['uuid']]).toEqual(['valid', told['uuid']]);
      expect(attempts.map(({ state }) => state)).toEqual(['stamped']);
      await stampNext(context, receipts[1]!, other!.documentRef!);
      expect(stampsOf()).toBe(before + 1);
    }
  });

  it('the row of a recovered receipt takes the receipt instead of a second stamp, and takes it once', async () => {
    const context = await newEmployer();
    const number = newNumber();
    const restore = await pointOf(stamping, context);
    const first = receiptOf(number);
    const [sealed] = await seal(context, [first]);
    const told = await stampNext(context, first, sealed!.documentRef!);
    await restore();
    const { found } = await ahead(context, '--apply');
    expect(found).toMatchObject([{ action: 'imported', uuid: told['uuid'] }]);
    const again = receiptOf(number);
    const before = stampsOf();
    const [taken] = await seal(context, [again]);
    expect(taken!.documentRef).toBe(found[0]!['document']);
    expect(await seal(context, [again])).toEqual([taken]);
    const refusal = await stampNext(context, again, taken!.documentRef!).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ details: { reason: 'not_a_draft' } });
    expect(stampsOf()).toBe(before);
    const [second] = await seal(context, [receiptOf(number)]);
    expect(second!.documentRef).not.toBe(taken!.documentRef);
  });

  it('a receipt with other amounts than the recovered receipt of its period is refused', async () => {
    const context = await newEmployer();
    const number = newNumber();
    const restore = await pointOf(stamping, context);
    const first = receiptOf(number);
    const [sealed] = await seal(context, [first]);
    await stampNext(context, first, sealed!.documentRef!);
    await restore();
    await ahead(context, '--apply');
    const [differing, other] = await seal(context, [
      receiptOf(number, '8000.00'),
      receiptOf(newNumber()),
    ]);
    expect(differing!.issues).toMatchObject([{ code: 'receipt_recovered_differs' }]);
    expect(other!.issues).toEqual([]);
  });
});
