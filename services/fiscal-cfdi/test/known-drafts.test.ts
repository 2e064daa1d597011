import type { fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type CallContext } from '@timbre/kit';
import { withKey } from '@timbre/testkit';
import { createSeries } from '../src/operations/create-series';
import { createWithholding } from '../src/operations/create-withholding';
import { putFiscalProfile } from '../src/operations/put-fiscal-profile';
import { stampWithholding } from '../src/operations/stamp-withholding';
import { updateCfdi } from '../src/operations/update-cfdi';
import { updateSeries } from '../src/operations/update-series';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { activateCertificate } from '../src/operations/activate-certificate';
import { revokeCertificate } from '../src/store/set-up/certificates';
import { forgetDraft, keepDraft, takeKnown } from '../src/store/stamping/known-drafts';
import { idOf, incomeInput, newDraft } from './cfdi';
import { sampleWithholding } from './sample-withholding';
import { samplePayroll, samplePayrollSource } from './sample-payroll';
import {
  moveClock, newIssuer, newItem, stamp, stampKey, stampRefused, startStamping, stateOf,
  type Stamping,
} from './stamping'; // prettier-ignore

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => moveClock(stamping, 0));
afterEach(() => void jest.restoreAllMocks());

const ask = (operation: unknown, context: CallContext, request: object) =>
  stamping.service.answer(operation as never, context, request as never) as Promise<
    Record<string, unknown>
  >;
const draftFor = (context: CallContext, changes: Partial<fiscalCfdi.CfdiInput> = {}) =>
  newDraft(stamping, context, { items: [newItem()], ...changes });
const stampNext = async (context: CallContext, documentRef: string) =>
  stamp(stamping, stampKey(context), documentRef);

/** An issuer in whose series nobody else seals, as far as this process has seen. */
async function newKnownIssuer(changes: Partial<fiscalCfdi.CfdiInput> = {}): Promise<CallContext> {
  const context = await newIssuer(stamping);
  for (let n = 0; n < 2; n++) {
    await stampNext(context, (await draftFor(context, changes)).documentRef);
  }
  return context;
}

/** Counts the statements of a work, and its transactions of several. */
async function counted(work: () => Promise<unknown>) {
  const { statements, orm } = stamping.service.runtime;
  const single = jest.spyOn(statements, 'query');
  const transactions = jest.spyOn(orm.em, 'fork');
  await work();
  const counts = [single.mock.calls.length, transactions.mock.calls.length];
  jest.restoreAllMocks();
  return counts;
}

const sealedXml = async (documentRef: string) =>
  String((await stateOf(stamping, documentRef)).cfdi['sealed_xml']);

describe('a draft that this process has stored', () => {
  it('is stamped without being read', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    expect(await counted(() => stampNext(context, documentRef))).toEqual([2, 0]);
    expect((await stateOf(stamping, documentRef)).cfdi).toMatchObject({
      folio: '3',
      status: 'valid',
    });
  });

  it('is read where it has changed since, and sealed as it is now', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    const item = newItem();
    await ask(updateCfdi, context, {
      documentRef,
      input: incomeInput(stamping, context, { items: [item] }),
    });
    expect(await counted(() => stampNext(context, documentRef))).toEqual([3, 0]);
    expect(await sealedXml(documentRef)).toContain(item.description);
  });

  it('is sealed as it is now where another process has changed it', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    await stamping.service.rows(
      `update cfdi set version = version + 1,
         input = jsonb_set(input, '{payment,conditions}', '"CONTADO"') where id = $1`,
      [idOf({ documentRef })],
    );
    const { folio } = await stampNext(context, documentRef);
    expect(folio).toBe('3');
    expect(await sealedXml(documentRef)).toContain('CondicionesDePago="CONTADO"');
  });

  it('is not stamped by another organization', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    const other = await newKnownIssuer();
    expect((await stampRefused(stamping, stampKey(other), documentRef)).code).toBe('not_found');
    expect((await stateOf(stamping, documentRef)).cfdi['status']).toBe('draft');
  });

  it.each([
    ['not judged again', {}, 'OLD'],
    ['judged again on another day', { on: '2026-11-20' }, 'G03'],
    ['judged again under another profile', { profileVersion: 2 }, 'G03'],
  ])('is %s', async (_, change, cfdiUse) => {
    const context = await newKnownIssuer();
    const { organizationId } = context;
    const { documentRef } = await draftFor(context);
    const { document, judged } = takeKnown(organizationId, 'cfdi', idOf({ documentRef }))!;
    // As if the code had run out since; what is found wrong is read, and it is another one now.
    const outdated = { ...document, input: { ...document.input, cfdiUse: 'OLD' } };
    keepDraft(organizationId, 'cfdi', outdated, { ...judged!, ...change });
    await stampNext(context, documentRef);
    expect(await sealedXml(documentRef)).toContain(`UsoCFDI="${cfdiUse}"`);
  });

  it('is sealed once when it is stamped twice at once', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    const settled = await Promise.allSettled([
      stampNext(context, documentRef),
      stampNext(context, documentRef),
    ]);
    expect(settled.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await stateOf(stamping, documentRef)).attempts).toHaveLength(1);
    expect(await stampNext(context, (await draftFor(context)).documentRef)).toMatchObject({
      folio: '4',
    });
  });
});

describe('what drafts of a series are sealed with', () => {
  it('is the profile of now', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    const rfc = { rfc: 'EKU9003173C9', legalName: 'Escuela Kemper Urgate', taxSystem: '601' };
    await ask(putFiscalProfile, context, { ...rfc, postalCode: '64000' });
    await stampNext(context, documentRef);
    expect(await sealedXml(documentRef)).toContain('LugarExpedicion="64000"');
  });

  it('is the certificate of now', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    const { certificateId, certificateNumber } = await ask(
      uploadCertificate,
      context,
      await stamping.mint(),
    );
    await ask(activateCertificate, context, { certificateId });
    await stampNext(context, documentRef);
    expect(await sealedXml(documentRef)).toContain(`NoCertificado="${String(certificateNumber)}"`);
  });

  it('is no certificate that is revoked by now', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    const [certificate] = await stamping.service.rows<{ certificate_number: string }>(
      'select certificate_number from certificates where org_id = $1',
      [context.organizationId],
    );
    await createRun(stamping.service.runtime, context).step((tx) =>
      revokeCertificate(tx, certificate!.certificate_number),
    );
    const refusal = await stampRefused(stamping, stampKey(context), documentRef);
    expect(refusal.details.reason).toBe('certificate_revoked');
    expect((await stateOf(stamping, documentRef)).cfdi['folio']).toBeNull();
  });

  it('is the default series of now', async () => {
    const context = await newKnownIssuer();
    const { documentRef } = await draftFor(context);
    await ask(createSeries, context, { code: 'B', kind: 'income', isDefault: true });
    expect(await stampNext(context, documentRef)).toMatchObject({ series: 'B', folio: '1' });
  });

  it('is the series that a draft names, default or not', async () => {
    const context = await newIssuer(stamping);
    const { seriesId } = await ask(createSeries, context, { code: 'B', kind: 'income' });
    const ofSeries = { seriesId: String(seriesId) };
    for (let n = 0; n < 2; n++)
      await stampNext(context, (await draftFor(context, ofSeries)).documentRef);
    const { documentRef } = await draftFor(context, ofSeries);
    await ask(updateSeries, context, { seriesId, nextFolio: 70 });
    expect(await stampNext(context, documentRef)).toMatchObject({ series: 'B', folio: '70' });
  });

  it('is read each time where another process seals in the series too', async () => {
    const context = await newKnownIssuer();
    const elsewhere = () =>
      stamping.service.rows('update series set next_folio = next_folio + 1 where org_id = $1', [
        context.organizationId,
      ]);
    const { documentRef } = await draftFor(context);
    await elsewhere();
    expect(await stampNext(context, documentRef)).toMatchObject({ folio: '4' });
    const { documentRef: next } = await draftFor(context);
    await elsewhere();
    expect(await counted(() => stampNext(context, next))).toEqual([3, 0]);
    expect((await stateOf(stamping, next)).cfdi['folio']).toBe('6');
  });
});

describe('the XML of a draft that was not read', () => {
  const own = /(Folio|FolioInt|Fecha|FechaExp|Sello|Descripcion|DescRetenc)="[^"]*"/g;
  const relatedDocuments = [
    { relationship: '01', documents: ['ad662d33-6934-459c-a128-bdf0393f0f44'] },
  ];

  /** Stamps a draft three times, and once more one that is not kept. */
  async function expectSameXml(
    stampOne: (isKnown: boolean) => Promise<{ count: number; xml: string }>,
  ): Promise<void> {
    const xmls: string[] = [];
    const statements: number[] = [];
    for (const isKnown of [true, true, true, false]) {
      const { count, xml } = await stampOne(isKnown);
      statements.push(count);
      xmls.push(xml.replace(own, ''));
    }
    // The very first one opens the key, too.
    expect(statements.slice(1)).toEqual([3, 2, 3]);
    expect(xmls[2]).toBe(xmls[3]);
  }

  it.each<[string, () => Partial<fiscalCfdi.CfdiInput>]>([
    ['income', () => ({})],
    ['income in dollars', () => ({ currency: 'USD', exchangeRate: '18.5' })],
    [
      'credit_note',
      () => ({
        kind: 'credit_note',
        payment: undefined,
        cfdiUse: undefined,
        creditNote: { formCode: '03', relatedDocuments },
      }),
    ],
    [
      'payroll',
      () => ({
        ...{ kind: 'payroll', customerId: undefined, items: [], cfdiUse: undefined },
        ...{ payment: undefined, payroll: samplePayroll as fiscalCfdi.Payroll },
        ...{ employeeId: newId(), payrollSource: samplePayrollSource },
      }),
    ],
  ])('%s is that of the same draft read', async (_, changesFor) => {
    const context = await newIssuer(stamping);
    await ask(createSeries, context, { code: 'N', kind: 'credit_note', isDefault: true });
    await ask(createSeries, context, { code: 'P', kind: 'payroll', isDefault: true });
    const changes = { customerId: stamping.commerce.customer(context), ...changesFor() };
    await expectSameXml(async (isKnown) => {
      const { documentRef } = await draftFor(context, changes);
      if (!isKnown) forgetDraft(context.organizationId, 'cfdi', idOf({ documentRef }));
      const [count] = await counted(() => stampNext(context, documentRef));
      return { count: count!, xml: await sealedXml(documentRef) };
    });
  });

  it('of a withholding is that of the same draft read', async () => {
    const context = await newIssuer(stamping);
    await ask(createSeries, context, { code: 'R', kind: 'withholding' });
    await expectSameXml(async (isKnown) => {
      const input = sampleWithholding({ description: `Honorarios ${newId()}` });
      const { documentRef } = await ask(createWithholding, context, { input });
      const id = String(documentRef).replace('withholding:', '');
      if (!isKnown) forgetDraft(context.organizationId, 'withholding', id);
      const keyed = {
        ...withKey(context, 'POST /v1/withholdings/{documentRef}/stamp'),
        deadlineMs: Date.now() + 28_000,
      };
      const [count] = await counted(() =>
        ask(stampWithholding, keyed, { documentRef: documentRef! }),
      );
      const sql = 'select sealed_xml from withholdings where id = $1';
      const [row] = await stamping.service.rows<{ sealed_xml: Buffer }>(sql, [id]);
      return { count: count!, xml: String(row!.sealed_xml) };
    });
  });
});
