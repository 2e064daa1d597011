import { randomUUID } from 'node:crypto';
import { verifyRetenciones } from '@timbre/cfdi';
import {
  created,
  dataOf,
  hasSatSchemas,
  newWithholding,
  newWithholdingSeries,
  schemaFaultsOf,
  withholdingInput,
  type Api,
  type ApiResponse,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { isFinal, issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
let scenarios: Map<string, string>;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await newWithholdingSeries(api);
  const { json } = await api.request('GET', '/v1/sandbox/scenarios');
  const published = json.data as { id: string; trigger: { receiverRfc: string[] } }[];
  scenarios = new Map(published.map(({ id, trigger }) => [id, trigger.receiverRfc[0]!]));
});

const stamp = (ref: string, key: string = randomUUID(), by = api) =>
  by.request('POST', `/v1/withholdings/${ref}/stamp`, { headers: { 'idempotency-key': key } });
const file = (ref: string, format: string) =>
  api.request('GET', `/v1/documents/${ref}/files/${format}`);

/** Drafts a document whose receiver has the magic RFC of a simulator scenario. */
const draftFor = (scenario: string): Promise<string> =>
  newWithholding(api, {
    receiver: { ...withholdingInput().receiver, rfc: scenarios.get(scenario)! },
  });

const settled = (ref: string, key: string): Promise<ApiResponse> =>
  until(60_000, () => stamp(ref, key), isFinal);

describe('200', () => {
  it('stampWithholding returns the valid document with UUID, folio, local dates and stamp', async () => {
    const { status, json } = await stamp(await newWithholding(api));
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      status: 'valid',
      uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      series: 'R',
      folio: expect.stringMatching(/^\d+$/),
      issuedLocalDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      stamp: { certificateNumber: expect.stringMatching(/^\d{20}$/) },
    });
  });

  it('stampWithholding answers a retry with an identical body', async () => {
    const [ref, key] = [await newWithholding(api), randomUUID()];
    const [first, again] = [await stamp(ref, key), await stamp(ref, key)];
    expect(again.status).toBe(200);
    expect(again.bytes.equals(first.bytes)).toBe(true);
  });

  it.each(['answer_lost', 'previously_stamped', 'wrong_stamp', 'server_error'])(
    'stampWithholding gives one UUID in the PAC scenario %s',
    async (scenario) => {
      const [ref, key] = [await draftFor(scenario), randomUUID()];
      const answer = await settled(ref, key);
      expect(answer.status).toBe(200);
      expect((await stamp(ref, key)).json.data.uuid).toBe(answer.json.data.uuid);
      expect(refusalOf(await stamp(ref))).toBe('409 conflict not_a_draft');
    },
    120_000,
  );
});

describe('the files of a stamped document', () => {
  it('the files of a stamped withholding document are the XML with a valid seal and stamp, and a PDF', async () => {
    const { documentRef, folio } = await dataOf(stamp(await newWithholding(api)));
    const xml = await file(documentRef as string, 'xml');
    expect([xml.status, xml.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining(`R-${folio}.xml`),
    ]);
    const { document, findings, isValid } = verifyRetenciones(xml.bytes);
    expect({ findings, isValid }).toEqual({ findings: [], isValid: true });
    expect(document).toMatchObject({
      folioInt: `R${folio}`,
      cveRetenc: '01',
      emisor: { rfcE: 'EKU9003173C9', nomDenRazSocE: 'ESCUELA KEMPER URGATE' },
      receptor: {
        nacionalidadR: 'Nacional',
        nacional: { rfcR: 'MISC491214B86', domicilioFiscalR: '01010' },
      },
      periodo: { mesIni: '10', mesFin: '10', ejercicio: '2026' },
    });
    const { montoTotOperacion, montoTotRet, impRetenidos } = document!.totales;
    expect([montoTotOperacion, montoTotRet].map(String)).toEqual(['10000.00', '2066.67']);
    expect(impRetenidos!.map(({ impuestoRet, tipoPagoRet }) => [impuestoRet, tipoPagoRet])).toEqual(
      [['001', '04'], ['002', '01']],
    ); // prettier-ignore
    const pdf = await file(documentRef as string, 'pdf');
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  (hasSatSchemas ? it : it.skip)(
    'are valid in the schema of the SAT',
    async () => {
      const foreigner = { kind: 'foreign', legalName: 'ACME INC.', taxId: '99-1' };
      const documents = new Map<string, Buffer>();
      for (const changes of [
        {},
        { receiver: foreigner, withholdingCode: '25', description: 'Otra', taxes: [] },
        { relatedDocument: { relationship: '04', uuid: randomUUID() } },
      ]) {
        const { documentRef } = await dataOf(stamp(await newWithholding(api, changes)));
        const { bytes } = await file(documentRef as string, 'xml');
        documents.set(`${documentRef}`, bytes);
      }
      expect(documents.size).toBe(3);
      expect(schemaFaultsOf('retenciones20-all', documents)).toBe('');
    },
    60_000,
  );

  it('the only file of a withholding draft is a PDF', async () => {
    const documentRef = await newWithholding(api);
    expect(refusalOf(await file(documentRef, 'xml'))).toBe('409 conflict not_stamped');
    expect((await file(documentRef, 'pdf')).status).toBe(200);
  });

  it('the files of withholding documents and CFDI can be in the same ZIP', async () => {
    const { documentRef } = await dataOf(stamp(await newWithholding(api)));
    const documentRefs = [documentRef, `withholding:${randomUUID()}`, await newWithholding(api)];
    const answer = await api.request('POST', '/v1/documents/downloads', {
      body: { documentRefs, format: 'xml' },
    });
    expect(issuesOf(answer)).toEqual(['documentRefs.1: not_found']);
    const { downloadId } = await created(api, '/v1/documents/downloads', {
      documentRefs: [documentRef],
      format: 'both',
    });
    const ready = await until(
      60_000,
      () => api.request('GET', `/v1/documents/downloads/${downloadId}`),
      ({ json }) => json.data.state === 'ready',
    );
    expect(ready.json.data).toMatchObject({ done: 1, omitted: [] });
  });

  it('the first file of a withholding document creates the default series of the organization', async () => {
    const fresh = await startDocumentedIssuer();
    const documentRef = await newWithholding(fresh);
    expect(await dataOf(stamp(documentRef, undefined, fresh))).toMatchObject({ folio: '1' });
    const series = await dataOf(fresh.request('GET', '/v1/settings/series'));
    expect(series).toContainEqual(
      expect.objectContaining({ kind: 'withholding', code: 'R', nextFolio: 2, isDefault: true }),
    );
  });
});

describe('404', () => {
  it('stampWithholding refuses an unknown document', async () => {
    expect(refusalOf(await stamp(`withholding:${randomUUID()}`))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it("stampWithholding reports the PAC's rejection, and the draft can be corrected with the same folio", async () => {
    const [ref, key] = [await draftFor('issuer_not_listed'), randomUUID()];
    const refused = await stamp(ref, key);
    expect(refusalOf(refused)).toBe('409 conflict stamp_rejected');
    expect(issuesOf(refused)).toEqual([': issuer_not_listed']);
    const { folio, lastRejection } = await dataOf(api.request('GET', `/v1/withholdings/${ref}`));
    expect(lastRejection).toMatchObject({ code: '402' });
    await dataOf(api.request('PUT', `/v1/withholdings/${ref}`, { body: withholdingInput() }));
    expect(await dataOf(stamp(ref))).toMatchObject({ status: 'valid', folio });
    expect((await stamp(ref, key)).bytes.equals(refused.bytes)).toBe(true);
  });

  it.each([
    ['legalName', 'Cecilia Miranda', 'Reten20116', 'receiver_name_not_registered'],
    ['postalCode', '06000', 'Reten20120', 'receiver_postal_code_not_registered'],
  ])(
    "stampWithholding reports what differs from the SAT's register: %s",
    async (field, value, satCode, code) => {
      const receiver = { ...withholdingInput().receiver, [field]: value };
      const answer = await stamp(await newWithholding(api, { receiver }));
      expect(refusalOf(answer)).toBe('409 conflict stamp_rejected');
      expect(answer.json.error.details.issues).toMatchObject([
        { path: ['receiver', field], code, satCode },
      ]);
    },
  );

  it('stampWithholding reports an unknown receiver with the error code for withholdings', async () => {
    const answer = await stamp(await draftFor('receiver_unknown'));
    expect(answer.json.error.details.issues).toMatchObject([
      { path: ['receiver', 'rfc'], code: 'receiver_rfc_not_registered', satCode: 'Reten20113' },
    ]);
  });
});

describe('503', () => {
  it('stampWithholding stamps nothing if no PAC account works', async () => {
    const ref = await draftFor('account_suspended');
    expect(refusalOf(await stamp(ref))).toContain('503 provider_unavailable');
    expect((await dataOf(api.request('GET', `/v1/withholdings/${ref}`))).status).toBe('draft');
  });
});
