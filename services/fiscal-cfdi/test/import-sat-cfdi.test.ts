import { createPrivateKey } from 'node:crypto';
import { seal, type Comprobante } from '@timbre/cfdi';
import { fiscalCfdi } from '@timbre/contract';
import { newId, nilUuid, underKey, type CallContext } from '@timbre/kit';
import { comprobanteOf } from '../src/domain/drafting/comprobante-of';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
import { importCfdi } from '../src/operations/import-cfdi';
import { importCfdiXml } from '../src/operations/import-cfdi-xml';
import { listOwedCfdi } from '../src/operations/list-owed-cfdi';
import { listCfdiStates } from '../src/operations/list-cfdi-states';
import { putFiscalProfile } from '../src/operations/put-fiscal-profile';
import type { CancellationProviders } from '../src/workflows/cancelling/advance-cancellation';
import { bringTo, idOf, newDraft, newOrganization, startCfdi, type Cfdi } from './cfdi';
import { withTimbre } from './fake-pac';
import { sampleDraft, sampleProfile } from './sample-draft';
import { testAuthority, type TestCertificate } from './test-authority';

let cfdi: Cfdi;
let supplier: TestCertificate;
beforeAll(async () => {
  cfdi = await startCfdi();
  supplier = await (await testAuthority()).mint({ rfc: 'URE180429TM6' });
});
afterAll(() => cfdi.service.close());

/** Builds an invoice that the organization issued to URE180429TM6. */
function ownInvoice(serie: string, folio: string, fecha = '2026-11-01T10:00:00'): Comprobante {
  const payment = { timing: 'single_payment', formCode: '03' };
  const draft = sampleDraft('income', { cfdiUse: 'G03', payment });
  return comprobanteOf(draft, sampleProfile, { fecha, serie, folio });
}

/** Builds an invoice that URE180429TM6 issued to the organization or to itself. */
function received(folio = 'F-7', fecha = '2026-11-01T10:00:00', receiver?: string) {
  const own = ownInvoice('EXT', folio, fecha);
  const { emisor, receptor } = own;
  const document: Comprobante = {
    ...own,
    emisor: { rfc: receptor.rfc, nombre: receptor.nombre, regimenFiscal: '601' },
    receptor: {
      ...receptor,
      rfc: receiver ?? emisor.rfc,
      nombre: emisor.nombre,
      domicilioFiscalReceptor: '42501',
    },
  };
  return sealedBy(supplier, document);
}

/** Builds the document with a seal of the given certificate and a stamp. */
function sealedBy(
  { privateKey, passphrase, number, certificate }: TestCertificate,
  document: Comprobante,
) {
  const key = Buffer.from(privateKey, 'base64');
  const { xml, sello } = seal(document, {
    privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase }),
    certificateNumber: number,
    certificateBase64: certificate,
  });
  const uuid = newId();
  return { uuid, xml: Buffer.from(withTimbre(xml, uuid.toUpperCase(), sello)) };
}

const metadata: fiscalCfdi.CfdiMetadata = {
  issuerRfc: 'URE180429TM6',
  issuerName: 'UNIVERSIDAD',
  receiverRfc: 'EKU9003173C9',
  receiverName: 'ESCUELA',
  issuedLocalDateTime: '2026-11-01T10:00:00',
  total: '233.16',
  documentType: 'I',
  isCanceled: false,
};
const canceled = { ...metadata, isCanceled: true };

type Given = { uuid: string } & Partial<fiscalCfdi.SatCfdi>;

const importAll = async (context: CallContext, documents: Given[]) => {
  const asked = documents.map((document) => ({
    direction: 'received',
    xml: Buffer.alloc(0),
    metadata: undefined,
    ...document,
  }));
  const answer = await importCfdi.run(cfdi.service.runtime, context, { documents: asked });
  return answer.documents.map(({ outcome, code }) => [outcome, code].filter(Boolean).join(' '));
};

const detailOf = async (context: CallContext, uuid: string) => {
  const rows = await cfdi.service.rows<{ id: string }>(
    'select id from cfdi where uuid = $1 and org_id = $2',
    [uuid, context.organizationId],
  );
  expect(rows).toHaveLength(1);
  return cfdi.service.answer(getCfdi, context, { documentRef: `cfdi:${rows[0]!.id}` });
};

const eventsOf = async (context: CallContext) =>
  (
    await cfdi.service.rows<{ subject: string }>(
      'select subject from outbox where org_id = $1 order by id',
      [context.organizationId],
    )
  ).map(({ subject }) => subject.split('.').at(-1));

describe('importCfdi', () => {
  it('importCfdi stores each document once, and refuses only the invalid document of a batch', async () => {
    const context = await newOrganization(cfdi);
    const [one, two] = [received(), received('F-8')];
    const broken = { uuid: newId(), xml: Buffer.from('<html/>') };
    const batch = [one, broken, two, one, { uuid: newId(), xml: two.xml }];
    expect(await importAll(context, batch)).toEqual([
      'imported',
      'refused document_invalid',
      'imported',
      'unchanged',
      'refused uuid_differs',
    ]);
    expect(await importAll(context, [two, one])).toEqual(['unchanged', 'unchanged']);
    expect(await detailOf(context, one.uuid)).toMatchObject({
      completeness: 'complete',
      direction: 'received',
      status: 'valid',
      total: { amount: 233.16, currency: 'MXN' },
    });
    expect((await eventsOf(context)).filter((event) => event === 'imported')).toHaveLength(2);
  });

  it('an import continues the series after the largest folio of a batch', async () => {
    const context = await newOrganization(cfdi);
    const csd = await (await testAuthority()).mint();
    const issued = ['8', '12', '3'].map((folio) => sealedBy(csd, ownInvoice('F', folio)));
    const documents = issued.map((document) => ({ ...document, direction: 'issued' }));
    expect(await importAll(context, documents)).toEqual(['imported', 'imported', 'imported']);
    const next = await cfdi.service.rows<{ next: string }>(
      `select next_folio as next from series where org_id = $1 and kind = 'income' and code = 'F'`,
      [context.organizationId],
    );
    expect(next).toEqual([{ next: '13' }]);
  });

  it('importCfdi returns the first answer when a request is repeated under its key', async () => {
    const context = await newOrganization(cfdi);
    const documents = [received(), received('F-8')];
    const once = underKey(context, 'importCfdi', 'package 1');
    expect(await importAll(once, documents)).toEqual(['imported', 'imported']);
    expect(await importAll(once, documents)).toEqual(['imported', 'imported']);
    const again = underKey(context, 'importCfdi', 'package 2');
    expect(await importAll(again, documents)).toEqual(['unchanged', 'unchanged']);
    expect((await eventsOf(context)).filter((event) => event === 'imported')).toHaveLength(2);
  });

  it('importCfdi stores a document from its metadata until its XML arrives', async () => {
    const context = await newOrganization(cfdi);
    const { uuid, xml } = received();
    expect(await importAll(context, [{ uuid, metadata }])).toEqual(['imported']);
    const partial = await detailOf(context, uuid);
    expect(partial).toMatchObject({
      completeness: 'partial',
      counterpartyName: 'UNIVERSIDAD',
      total: { amount: 233.16, currency: 'XXX' },
    });
    expect(partial).not.toHaveProperty('fiscal');
    expect(await eventsOf(context)).not.toContain('imported');
    expect(await importAll(context, [{ uuid, xml, metadata }])).toEqual(['updated']);
    expect(await detailOf(context, uuid)).toMatchObject({
      completeness: 'complete',
      total: { amount: 233.16, currency: 'MXN' },
    });
    expect(await eventsOf(context)).toContain('imported');
  });

  it('importCfdi completes a document known from metadata when its XML is uploaded', async () => {
    const context = await newOrganization(cfdi);
    const { uuid, xml } = received();
    await importAll(context, [{ uuid, metadata: canceled }]);
    await cfdi.service.answer(importCfdiXml, context, { xml });
    expect(await detailOf(context, uuid)).toMatchObject({
      completeness: 'complete',
      status: 'canceled',
    });
  });

  it('importCfdi cancels a document once, and never makes it valid again', async () => {
    const context = await newOrganization(cfdi);
    const { uuid, xml } = received();
    await importAll(context, [{ uuid, xml }]);
    expect(await importAll(context, [{ uuid, metadata: canceled }])).toEqual(['updated']);
    expect(await importAll(context, [{ uuid, metadata: canceled }])).toEqual(['unchanged']);
    expect(await importAll(context, [{ uuid, xml, metadata }])).toEqual(['unchanged']);
    expect(await detailOf(context, uuid)).toMatchObject({ status: 'canceled' });
    expect((await eventsOf(context)).filter((event) => event === 'canceled')).toHaveLength(1);
  });

  it('importCfdi publishes no event for a document known only from metadata, even if it is canceled', async () => {
    const context = await newOrganization(cfdi);
    const [partial, whole] = [newId(), received()];
    await importAll(context, [{ uuid: partial, metadata }, whole]);
    const owed = await listOwedCfdi.run(cfdi.service.runtime, context, { afterId: nilUuid });
    expect(owed.documents.map(({ uuid }) => uuid)).toEqual([whole.uuid]);
    for (const uuid of [partial, whole.uuid])
      expect(await importAll(context, [{ uuid, metadata: canceled }])).toEqual(['updated']);
    const events = await cfdi.service.rows<{ payload: Buffer }>(
      `select payload from outbox where org_id = $1 and subject = 'fiscal_cfdi.cfdi.canceled'
       order by id`,
      [context.organizationId],
    );
    const announced = events.map(({ payload }) => fiscalCfdi.Cfdi.decode(payload));
    expect(announced.map(({ uuid, facts }) => [uuid, facts !== undefined])).toEqual([
      [partial, false],
      [whole.uuid, true],
    ]);
  });

  it("importCfdi does not change a document while its draft's stamp has an unknown outcome", async () => {
    const context = await newOrganization(cfdi);
    const own = { ...metadata, issuerRfc: 'EKU9003173C9', receiverRfc: 'URE180429TM6' };
    const { documentRef } = await newDraft(cfdi, context);
    const sealed = `, issued_local = '${own.issuedLocalDateTime}', total = ${own.total}0`;
    await bringTo(cfdi, documentRef, 'unknown', sealed);
    await cfdi.service.rows(
      `insert into stamp_attempts (id, org_id, version, cfdi_id, state, requested_by, actor, pac,
         refused_by, checks, sent_at, created_at)
       values ($1, $2, 1, $3, 'unknown', 'x', 'x', 'finkok', '[]', 0, now(), now())`,
      [newId(), context.organizationId, idOf({ documentRef })],
    );
    const uuid = newId();
    const asked = [{ direction: 'issued', uuid, metadata: own }];
    const later = { ...own, issuedLocalDateTime: '2026-11-01T10:00:01' };
    const other = { direction: 'issued', uuid: newId(), metadata: later };
    expect(await importAll(context, [...asked, other])).toEqual(['unchanged', 'imported']);
    await cfdi.service.rows(
      `update stamp_attempts set state = 'rejected' where org_id = $1 returning 1`,
      [context.organizationId],
    );
    expect(await importAll(context, asked)).toEqual(['imported']);
  });

  it('importCfdi stores a document that the organization issued to itself once, as issued', async () => {
    const context = await newOrganization(cfdi);
    const place = { taxSystem: '601', postalCode: '42501' };
    const profile = { rfc: 'URE180429TM6', legalName: 'Universidad', ...place };
    await cfdi.service.answer(putFiscalProfile, context, profile);
    const { uuid, xml } = received('F-7', '2026-11-01T10:00:00', 'URE180429TM6');
    expect(await importAll(context, [{ uuid, xml }])).toEqual(['imported']);
    expect(await detailOf(context, uuid)).toMatchObject({ direction: 'issued' });
    expect(await importAll(context, [{ direction: 'issued', uuid, xml }])).toEqual(['unchanged']);
    const own = { ...canceled, receiverRfc: 'URE180429TM6' };
    expect(await importAll(context, [{ uuid, metadata: own }])).toEqual(['updated']);
    expect(await detailOf(context, uuid)).toMatchObject({ status: 'canceled' });
  });

  it('a document known only from metadata cannot be canceled, and no cancellation is requested', async () => {
    const context = await newOrganization(cfdi);
    const uuid = newId();
    const own = { ...metadata, issuerRfc: 'EKU9003173C9', receiverRfc: 'URE180429TM6' };
    await importAll(context, [{ direction: 'issued', uuid, metadata: own }]);
    const { documentRef } = (await detailOf(context, uuid)) as { documentRef: string };
    // The refusal happens before any call to the PAC or the SAT.
    const runtime = { ...cfdi.service.runtime, providers: {} as CancellationProviders };
    const cancel = cancelCfdi.run(runtime, context, { documentRef, motive: '02' });
    await expect(cancel).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'xml_missing' },
    });
  });

  it('importCfdi refuses metadata that contradict each other', async () => {
    const context = await newOrganization(cfdi);
    for (const change of [
      { total: '1e9' },
      { documentType: 'X' },
      { issuerRfc: 'x' },
      { issuedLocalDateTime: '2026-02-30T10:00:00' },
      { issuerName: 'A\0B' },
      { issuedLocalDateTime: '2026-01-31T25:00:00' },
    ]) {
      const documents = [{ uuid: newId(), metadata: { ...metadata, ...change } }];
      expect(await importAll(context, documents)).toEqual(['refused metadata_invalid']);
    }
  });

  it('importCfdi refuses only the document with an invalid day, invalid UTF-8 or a truncated XML', async () => {
    const context = await newOrganization(cfdi);
    const [sound, dated] = [received(), received('F-8', '2026-02-30T10:00:00')];
    const { uuid, xml } = received('F-9');
    const latin = Buffer.from(xml.toString().replace('ESCUELA', 'ESCUELA \xd1'), 'latin1');
    const bad = [latin, xml.subarray(0, xml.length >> 1), Buffer.from([0xff, 0xfe, 0])];
    const documents = [dated, ...bad.map((bytes) => ({ uuid, xml: bytes })), sound];
    expect(await importAll(context, documents)).toEqual([
      'refused document_invalid',
      ...bad.map(() => 'refused xml_invalid'),
      'imported',
    ]);
  });

  it('listCfdiStates reports which documents the SAT should have, by status and period', async () => {
    const context = await newOrganization(cfdi);
    const [whole, known] = [received(), received()];
    await importAll(context, [whole, { uuid: known.uuid, metadata: canceled }]);
    const ask = (request: Partial<fiscalCfdi.ListCfdiStatesRequest>) =>
      listCfdiStates.run(cfdi.service.runtime, context, {
        direction: 'received',
        uuids: [],
        afterUuid: '',
        limit: 10,
        stampedTo: '',
        issuedFrom: '2026-11-01T00:00:00',
        issuedTo: '2026-11-01T23:59:59',
        ...request,
      });
    const named = await ask({ uuids: [whole.uuid.toUpperCase(), newId()] });
    expect(named.documents).toEqual([
      { uuid: whole.uuid, isCanceled: false, isComplete: true, isDoubled: false },
    ]);
    const first = await ask({ limit: 1 });
    const rest = await ask({ afterUuid: first.documents[0]!.uuid });
    const all = [...first.documents, ...rest.documents].map(({ uuid }) => uuid);
    expect(all).toEqual([whole.uuid, known.uuid].sort());
    expect((await ask({ direction: 'issued' })).documents).toEqual([]);
    // The complete document was stamped on a later day than its day of issue.
    const stampedTo = '2026-11-01T23:59:59';
    expect((await ask({ stampedTo })).documents.map(({ uuid }) => uuid)).toEqual([known.uuid]);
  });

  it('importCfdi marks a document as doubled while a document drafted in Timbre has the same folio', async () => {
    const context = await newOrganization(cfdi);
    const seriesId = newId();
    await cfdi.service.rows(
      `insert into series values ($1, $2, 1, 'income', 'A', 9, false, true, '', now(), now())`,
      [seriesId, context.organizationId],
    );
    const elsewhere = async (folio: string) => {
      const { documentRef } = await newDraft(cfdi, context);
      const columns = `, issued_local = '2026-11-01T10:00:00', dated_on = '2026-11-01',
        series = 'A', external_folio = '${folio}'`;
      await bringTo(cfdi, documentRef, 'stamped', columns);
      return idOf({ documentRef });
    };
    const own = idOf(await newDraft(cfdi, context));
    await cfdi.service.rows(
      'update cfdi set series_id = $2, series = $3, folio = 7 where id = $1',
      [own, seriesId, 'A'],
    );
    const voided = `insert into voided_folios values ($1, $2, $3, 'A', 8, null, null, 'x', now())`;
    await cfdi.service.rows(voided, [newId(), context.organizationId, seriesId]);
    const ids = [await elsewhere('7'), await elsewhere('8')];
    for (const folio of ['6', 'F-7', '99999999999999999999']) await elsewhere(folio);
    const doubled = async () => {
      const { documents } = await listCfdiStates.run(cfdi.service.runtime, context, {
        direction: 'issued',
        uuids: [],
        afterUuid: '',
        limit: 10,
        stampedTo: '',
        issuedFrom: '2026-11-01T00:00:00',
        issuedTo: '2026-11-01T23:59:59',
      });
      expect(documents).toHaveLength(5);
      const rows = await cfdi.service.rows<{ id: string; uuid: string }>(
        'select id::text as id, uuid::text as uuid from cfdi where org_id = $1',
        [context.organizationId],
      );
      const idOfUuid = new Map(rows.map(({ id, uuid }) => [uuid, id]));
      return documents.flatMap(({ uuid, isDoubled }) => (isDoubled ? [idOfUuid.get(uuid)] : []));
    };
    expect((await doubled()).sort()).toEqual(ids.toSorted());
    // The result is the same for both orders of the two cancellations.
    await bringTo(cfdi, `cfdi:${own}`, 'stamped');
    await cfdi.service.rows(`update cfdi set status = 'canceled' where id = $1`, [own]);
    expect(await doubled()).toEqual([ids[1]]);
  });
});
