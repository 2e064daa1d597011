import { createRun, type CallContext } from '@timbre/kit';
import type { Signer } from '../src/domain/ports';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { activateCertificate } from '../src/operations/activate-certificate';
import { createSeries } from '../src/operations/create-series';
import { getCfdi } from '../src/operations/get-cfdi';
import { putFiscalProfile } from '../src/operations/put-fiscal-profile';
import { updateCfdi } from '../src/operations/update-cfdi';
import { updateSeries } from '../src/operations/update-series';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { revokeCertificate } from '../src/store/set-up/certificates';
import { takeFolio } from '../src/store/stamping/take-folio';
import { incomeInput, newDraft } from './cfdi';
import {
  newIssuer, newItem, newStampable, stamp, stampKey, stampRefused, startStamping, stateOf,
  type Stamping,
} from './stamping'; // prettier-ignore

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(stamping.service.runtime.providers, { signer: stamping.signer });
});

const draftOf = (context: CallContext) => newDraft(stamping, context, { items: [newItem()] });
const ask = (operation: unknown, context: CallContext, request: object) =>
  stamping.service.answer(operation as never, context, request as never);

/** Runs the given work once, after a draft was read and before the draft is sealed. */
function beforeSeal(work: () => Promise<unknown>): void {
  let isDone = false;
  const once = async () => {
    if (isDone) return;
    isDone = true;
    await work();
  };
  const signer: Signer = {
    kept: () => undefined,
    open: async (stored) => {
      const key = await stamping.signer.open(stored);
      await once();
      return key;
    },
  };
  Object.assign(stamping.service.runtime.providers, { signer });
}

const sealedXml = async (documentRef: string) =>
  String((await stateOf(stamping, documentRef)).cfdi['sealed_xml']);

describe('the first stamp of a draft', () => {
  it('the first stamp of a draft takes three SQL statements: the read, the seal with the lease of the idempotency key, and the end', async () => {
    const context = await newIssuer(stamping);
    await stamp(stamping, stampKey(context), (await draftOf(context)).documentRef);
    const { documentRef } = await draftOf(context);
    const { statements, orm } = stamping.service.runtime;
    const single = jest.spyOn(statements, 'query');
    const transactions = jest.spyOn(orm.em, 'fork');
    await stamp(stamping, stampKey(context), documentRef);
    expect(single.mock.calls.map(([{ text }]) => /\w+ as|select/.exec(text)![0])).toHaveLength(3);
    expect(transactions).not.toHaveBeenCalled();
  });

  it('concurrent first stamps get folios without a gap, even if another transaction locks the series', async () => {
    const context = await newIssuer(stamping);
    const first = await stamp(stamping, stampKey(context), (await draftOf(context)).documentRef);
    const drafts = await Promise.all(Array.from({ length: 24 }, () => draftOf(context)));
    const taken: number[] = [];
    const taking = Array.from({ length: 6 }, () =>
      createRun(stamping.service.runtime, context).step(async (tx) => {
        const { folio } = await takeFolio(tx, first['seriesId'] as string);
        taken.push(folio);
      }),
    );
    const stamped = await Promise.all([
      ...drafts.map(({ documentRef }) => stamp(stamping, stampKey(context), documentRef)),
    ]);
    await Promise.all(taking);
    const folios = [...stamped.map(({ folio }) => Number(folio)), ...taken];
    expect(folios.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 2),
    );
  });
});

describe('the response to a stamp request', () => {
  const note = (uuid: unknown) => ({
    kind: 'credit_note',
    payment: undefined,
    cfdiUse: undefined,
    creditNote: {
      formCode: '03',
      relatedDocuments: [{ relationship: '01', documents: [String(uuid)] }],
    },
  });
  const deferred = { payment: { timing: 'deferred_or_installments', formCode: '99' } };

  it.each([
    ['paid at once', () => ({})],
    ['paid later', () => deferred],
    ['a credit note', note],
  ])('the answer of a stamp equals the document of a later read: %s', async (_, changesFor) => {
    const context = await newIssuer(stamping);
    await ask(createSeries, context, { code: 'N', kind: 'credit_note', isDefault: true });
    const invoice = await stamp(
      stamping,
      stampKey(context),
      (await newDraft(stamping, context, { items: [newItem()], ...deferred })).documentRef,
    );
    const changes = { items: [newItem()], ...changesFor(invoice['uuid']) };
    const { documentRef } = await newDraft(stamping, context, changes as object);
    const answer = await stamp(stamping, stampKey(context), documentRef);
    expect(Object.entries(answer)).toEqual(
      Object.entries(await ask(getCfdi, context, { documentRef })),
    );
    expect(answer).toHaveProperty('uuid');
  });
});

describe('a draft that changes while it is sealed', () => {
  it('a draft that changes while it is sealed is sealed in its current version', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const item = newItem();
    const input = incomeInput(stamping, context, { items: [item] });
    beforeSeal(() => ask(updateCfdi, context, { documentRef, input }));
    const detail = await stamp(stamping, stampKey(context), documentRef);
    expect(detail).toMatchObject({ folio: '1', items: [{ description: item.description }] });
    expect(await sealedXml(documentRef)).toContain(item.description);
  });

  it('a draft that changes while it is sealed relates to the document that it now replaces', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const replaced = await stamp(stamping, stampKey(context), documentRef);
    const draft = await draftOf(context);
    const asked = { documentRef, motive: '01', replacementDocumentRef: draft.documentRef };
    beforeSeal(() => ask(cancelCfdi, stampKey(context), asked));
    await stamp(stamping, stampKey(context), draft.documentRef);
    expect(await sealedXml(draft.documentRef)).toContain(
      `TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${String(replaced['uuid']).toLowerCase()}"`,
    );
  });

  it('a draft is stamped once when another request stamps it first', async () => {
    const { context, documentRef } = await newStampable(stamping);
    beforeSeal(() => stamp(stamping, stampKey(context), documentRef));
    const refusal = await stampRefused(stamping, stampKey(context), documentRef);
    expect(refusal.details.reason).toBe('not_a_draft');
    const { attempts } = await stateOf(stamping, documentRef);
    expect(attempts).toHaveLength(1);
    const { documentRef: next } = await draftOf(context);
    expect(await stamp(stamping, stampKey(context), next)).toMatchObject({ folio: '2' });
  });
});

it('a draft whose series changes during the seal gets the folio of the changed series', async () => {
  const { context, documentRef } = await newStampable(stamping);
  const [series] = await stamping.service.rows<{ id: string }>(
    `select id from series where org_id = $1 and kind = 'income' and is_default`,
    [context.organizationId],
  );
  const seriesId = series!.id;
  beforeSeal(() => ask(updateSeries, context, { seriesId, nextFolio: 500 }));
  expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({ folio: '500' });
  const { documentRef: next } = await newDraft(stamping, context, { items: [newItem()], seriesId });
  beforeSeal(async () => {
    await ask(createSeries, context, { code: 'OTHER', kind: 'income', isDefault: true });
    await ask(updateSeries, context, { seriesId, active: false });
  });
  expect((await stampRefused(stamping, stampKey(context), next)).details.reason).toBe(
    'series_inactive',
  );
  const { cfdi, attempts } = await stateOf(stamping, next);
  expect([cfdi['folio'], attempts]).toEqual([null, []]);
});

describe('a change during the seal', () => {
  it('a seal during a change of the profile uses the new profile', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const rfc = { rfc: 'EKU9003173C9', legalName: 'Escuela Kemper Urgate', taxSystem: '601' };
    beforeSeal(() => ask(putFiscalProfile, context, { ...rfc, postalCode: '64000' }));
    await stamp(stamping, stampKey(context), documentRef);
    expect(await sealedXml(documentRef)).toContain('LugarExpedicion="64000"');
  });

  it('a seal during a change of the certificate uses the new certificate', async () => {
    const { context, documentRef } = await newStampable(stamping);
    let number: unknown;
    beforeSeal(async () => {
      const uploaded = await ask(uploadCertificate, context, await stamping.mint());
      const { certificateId, certificateNumber } = uploaded as Record<string, string>;
      number = certificateNumber;
      await ask(activateCertificate, context, { certificateId });
    });
    await stamp(stamping, stampKey(context), documentRef);
    expect(await sealedXml(documentRef)).toContain(`NoCertificado="${String(number)}"`);
  });

  it('a revocation during the seal prevents the use of the revoked certificate', async () => {
    const { context, documentRef } = await newStampable(stamping);
    beforeSeal(async () => {
      const [certificate] = await stamping.service.rows<{ certificate_number: string }>(
        'select certificate_number from certificates where org_id = $1',
        [context.organizationId],
      );
      await createRun(stamping.service.runtime, context).step((tx) =>
        revokeCertificate(tx, certificate!.certificate_number),
      );
    });
    const refusal = await stampRefused(stamping, stampKey(context), documentRef);
    expect(refusal.details.reason).toBe('certificate_revoked');
    expect((await stateOf(stamping, documentRef)).cfdi['folio']).toBeNull();
  });

  it('a seal during a change of the default series uses the new default series', async () => {
    const { context, documentRef } = await newStampable(stamping);
    beforeSeal(() => ask(createSeries, context, { code: 'B', kind: 'income', isDefault: true }));
    expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({
      series: 'B',
      folio: '1',
    });
  });
});
