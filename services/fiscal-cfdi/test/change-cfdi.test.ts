import { fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { withKey } from '@timbre/testkit';
import { archiveCfdi } from '../src/operations/archive-cfdi';
import { createSeries } from '../src/operations/create-series';
import { deleteCfdi } from '../src/operations/delete-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
import { unarchiveCfdi } from '../src/operations/unarchive-cfdi';
import { updateCfdi } from '../src/operations/update-cfdi';
import {
  bringTo,
  customItem,
  idOf,
  incomeInput,
  newDraft,
  newOrganization,
  refusalOf,
  startCfdi,
  type Cfdi,
} from './cfdi';

let cfdi: Cfdi;
let context: CallContext;
beforeAll(async () => {
  cfdi = await startCfdi();
  context = await newOrganization(cfdi);
});
afterAll(() => cfdi.service.close());

const subjects = async (documentRef: string) => {
  const select =
    'select subject, aggregate_version from outbox where aggregate_id = $1 order by id';
  const rows = await cfdi.service.rows<{ subject: string; aggregate_version: number }>(select, [
    idOf({ documentRef }),
  ]);
  return rows.map((row) => `${row.subject.split('.').at(-1)} ${row.aggregate_version}`);
};
const newSeries = async (code: string) =>
  (await cfdi.service.answer(createSeries as never, context, { code, kind: 'income' }))[
    'seriesId'
  ] as string;

/** Creates a rejected draft with folio 7 of a new series. */
async function rejectedDraft() {
  const seriesId = await newSeries(newId().slice(-12));
  const { documentRef } = await newDraft(cfdi, context, { seriesId });
  const columns = `, folio = 7, sealed_xml = 'x', sello_hash = sha256('${documentRef}'),
    issued_local = '2026-11-21T08:59:00',
    last_rejection = '{"code": "CFDI40138", "message": "no", "at": "2026-11-21T15:00:00Z"}'`;
  await bringTo(cfdi, documentRef, 'rejected', columns);
  return { documentRef, seriesId };
}

describe('updateCfdi', () => {
  it('updateCfdi replaces the whole draft and calculates its amounts again', async () => {
    const before = await newDraft(cfdi, context, {
      pdfCustomSection: 'Gracias',
      currency: 'USD',
      exchangeRate: '18',
    });
    cfdi.service.setClock('2026-11-21T16:00:00.000Z');
    const input = incomeInput(cfdi, context, {
      customerId: cfdi.commerce.customer(context, { legalName: 'Otra' }),
      items: [{ ...customItem, quantity: '1', unitPrice: '10' }],
    });
    const after = await cfdi.service.answer(updateCfdi, context, {
      documentRef: before.documentRef,
      input,
    });
    cfdi.service.setClock('2026-11-21T15:00:00.000Z');
    expect(after).toMatchObject({
      documentRef: before.documentRef,
      total: { amount: 11.6, currency: 'MXN' },
      counterpartyName: 'Otra',
      createdAt: before['createdAt'],
      updatedAt: '2026-11-21T16:00:00.000Z',
    });
    expect(after['items']).toHaveLength(1);
    expect(after).not.toHaveProperty('pdfCustomSection');
    expect(await subjects(before.documentRef)).toEqual(['drafted 1', 'changed 2']);
  });

  it('updateCfdi changes the draft once for a repeated request', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    const keyed = withKey(context, 'updateCfdi');
    const request = { documentRef, input: incomeInput(cfdi, context) };
    const first = await cfdi.service.answer(updateCfdi, keyed, request);
    expect(await cfdi.service.answer(updateCfdi, keyed, request)).toEqual(first);
    expect(await subjects(documentRef)).toEqual(['drafted 1', 'changed 2']);
  });

  it('updateCfdi changes nothing when the new draft breaks a rule', async () => {
    const before = await newDraft(cfdi, context);
    const input = incomeInput(cfdi, context, { cfdiUse: 'D01' });
    const { documentRef } = before;
    const refused = await refusalOf(cfdi, updateCfdi, context, { documentRef, input });
    expect(refused.code).toBe('validation_error');
    expect(await cfdi.service.answer(getCfdi, context, before)).toEqual(before);
  });

  it('updateCfdi makes a rejected document editable: the document keeps its folio and loses its seal', async () => {
    const { documentRef } = await rejectedDraft();
    expect(await cfdi.service.answer(getCfdi, context, { documentRef })).toMatchObject({
      status: 'draft',
      folio: '7',
      lastRejection: { code: 'CFDI40138' },
    });
    const input = incomeInput(cfdi, context);
    const after = await cfdi.service.answer(updateCfdi, context, { documentRef, input });
    expect(after).toMatchObject({ folio: '7', series: expect.any(String) });
    expect(after).not.toHaveProperty('lastRejection');
    const [row] = await cfdi.service.rows('select * from cfdi where id = $1', [
      idOf({ documentRef }),
    ]);
    expect(row).toMatchObject({
      stage: 'draft',
      sealed_xml: null,
      sello_hash: null,
      issued_local: null,
    });
  });

  it('updateCfdi keeps the series of a draft that has a folio', async () => {
    const { documentRef } = await rejectedDraft();
    const input = incomeInput(cfdi, context, { seriesId: await newSeries('ZZ') });
    const refused = await refusalOf(cfdi, updateCfdi, context, { documentRef, input });
    expect(refused.details.issues).toMatchObject([{ path: ['seriesId'], code: 'series_fixed' }]);
  });

  it('updateCfdi does not change the kind of a draft', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    const input = { ...incomeInput(cfdi, context), kind: 'transfer' };
    const refused = await refusalOf(cfdi, updateCfdi, context, { documentRef, input });
    expect(refused.details.issues).toMatchObject([{ path: ['kind'], code: 'kind_fixed' }]);
  });
});

describe.each([
  ['updateCfdi', updateCfdi],
  ['deleteCfdi', deleteCfdi],
] as const)('%s', (name, operation) => {
  const run = (documentRef: string, caller = context) => {
    const input = name === 'updateCfdi' ? { input: incomeInput(cfdi, caller) } : {};
    return refusalOf(cfdi, operation as typeof deleteCfdi, caller, { documentRef, ...input });
  };

  it.each(['stamping', 'unknown'] as const)(
    'the operation does not change a document in stage %s',
    async (stage) => {
      const { documentRef } = await newDraft(cfdi, context);
      await bringTo(cfdi, documentRef, stage);
      expect(await run(documentRef)).toMatchObject({
        code: 'conflict',
        details: { reason: 'stamping_in_progress', document: { documentRef, editable: false } },
      });
    },
  );

  it('the operation refuses to change a stamped document', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    await bringTo(cfdi, documentRef, 'stamped');
    expect(await run(documentRef)).toMatchObject({
      code: 'conflict',
      details: { reason: 'not_a_draft' },
    });
  });

  it("the operation answers 404 for another organization's document", async () => {
    const { documentRef } = await newDraft(cfdi, context);
    expect((await run(documentRef, await newOrganization(cfdi))).code).toBe('not_found');
    expect((await run(documentRef.replace('cfdi:', 'quote:'))).code).toBe('not_found');
  });
});

describe('deleteCfdi', () => {
  it('deleteCfdi deletes a draft once and returns the same answer for the same idempotency key', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    const keyed = withKey(context, 'deleteCfdi');
    const expected = { documentRef, deleted: true };
    expect(await cfdi.service.answer(deleteCfdi, keyed, { documentRef })).toEqual(expected);
    expect(await cfdi.service.answer(deleteCfdi, keyed, { documentRef })).toEqual(expected);
    expect((await refusalOf(cfdi, getCfdi, context, { documentRef })).code).toBe('not_found');
    expect(await subjects(documentRef)).toEqual(['drafted 1', 'deleted 2']);
    expect(
      await cfdi.service.rows('select from voided_folios where id = $1', [idOf({ documentRef })]),
    ).toEqual([]);
  });

  it('deleteCfdi records the folio of the deleted document', async () => {
    const { documentRef, seriesId } = await rejectedDraft();
    await cfdi.service.answer(deleteCfdi, context, { documentRef });
    const kept = await cfdi.service.rows('select * from voided_folios where id = $1', [
      idOf({ documentRef }),
    ]);
    expect(kept).toMatchObject([
      {
        org_id: context.organizationId,
        series_id: seriesId,
        folio: '7',
        last_rejection: { code: 'CFDI40138' },
        sealed_xml: Buffer.from('x'),
        voided_by: 'credential:test',
      },
    ]);
  });
});

describe('archiveCfdi and unarchiveCfdi', () => {
  it('archiveCfdi and unarchiveCfdi change a document of any status, with one event each', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    await bringTo(cfdi, documentRef, 'stamped');
    const archive = () => cfdi.service.answer(archiveCfdi, context, { documentRef });
    expect(await archive()).toMatchObject({ archived: true, status: 'valid' });
    expect(await archive()).toMatchObject({ archived: true });
    const back = await cfdi.service.answer(unarchiveCfdi, context, { documentRef });
    expect(back).toMatchObject({ archived: false });
    expect(await subjects(documentRef)).toEqual(['drafted 1', 'archived 2', 'archived 3']);
    const [, last] = await cfdi.service.rows<{ payload: Buffer }>(
      `select payload from outbox where aggregate_id = $1 and subject like '%archived' order by id`,
      [idOf({ documentRef })],
    );
    expect(fiscalCfdi.Cfdi.decode(last!.payload).archived).toBe(false);
  });

  it("archiveCfdi and unarchiveCfdi answer 404 for another organization's document", async () => {
    const { documentRef } = await newDraft(cfdi, context);
    const stranger = await newOrganization(cfdi);
    for (const operation of [archiveCfdi, unarchiveCfdi]) {
      expect((await refusalOf(cfdi, operation, stranger, { documentRef })).code).toBe('not_found');
    }
  });
});

describe('the database', () => {
  const own = (sql: string) => cfdi.service.asOrganization(context.organizationId, sql);

  it('the database shows and accepts only rows of the bound organization', async () => {
    const stranger = await newOrganization(cfdi);
    await newDraft(cfdi, stranger);
    const owners = await own('select distinct org_id from cfdi');
    expect(owners).toEqual([{ org_id: context.organizationId }]);
    await expect(own(`update cfdi set org_id = '${stranger.organizationId}'`)).rejects.toThrow(
      /row-level security/,
    );
  });

  it('the database refuses a duplicate folio in a series', async () => {
    const { seriesId } = await rejectedDraft();
    const { documentRef } = await newDraft(cfdi, context, { seriesId });
    await expect(bringTo(cfdi, documentRef, 'rejected', ', folio = 7')).rejects.toThrow(
      /cfdi_folio/,
    );
  });

  it('the database refuses a draft with a stamp and a valid document without UUID', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    const id = idOf({ documentRef });
    await expect(own(`update cfdi set stage = 'stamped' where id = '${id}'`)).rejects.toThrow(
      /check/,
    );
    const valid = `update cfdi set stage = 'stamped', status = 'valid' where id = '${id}'`;
    await expect(own(valid)).rejects.toThrow(/check/);
  });
});
