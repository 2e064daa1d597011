import { randomUUID } from 'node:crypto';
import {
  created,
  incomeInput,
  newCustomer,
  newDraft,
  withholdingInput,
  type Api,
} from '@timbre/testkit/client';
import { proposal, proposerOf } from './approvals/proposals';
import { call } from './assistant/tools';
import { startDocumented, startDocumentedIssuer } from './documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const ask = (method: string, path: string, language: string | undefined, body?: object) =>
  api.request(method, path, {
    ...(body ? { body } : {}),
    headers: { 'idempotency-key': randomUUID(), 'accept-language': language },
  });

const wrong = { kind: 'customer', legalName: 'ANA', rfc: 'XAXX', taxSystem: '626x' };

describe('a refusal', () => {
  it.each(['es', 'es-MX,en;q=0.5', 'es-MX'])(
    'an error response is in Spanish for %s',
    async (language) => {
      const { headers, json } = await ask('POST', '/v1/contacts', language, wrong);
      expect(headers.get('content-language')).toBe('es');
      expect(headers.get('vary')).toContain('Accept-Language');
      expect(json.error.message).toBe('La solicitud tiene 2 fallas; vea details.issues.');
      expect(json.error.details.issues).toEqual([
        {
          path: ['rfc'],
          code: 'rfc_invalid',
          message:
            'Un RFC tiene 12 caracteres si es de empresa o 13 si es de persona; este tiene 4.',
        },
        {
          path: ['taxSystem'],
          code: 'not_in_catalog',
          message:
            '"626x" no es una clave vigente de c_RegimenFiscal; ¿quiso decir 626 (Régimen Simplificado de Confianza)? Búsquela con GET /v1/sat/catalogs/c_RegimenFiscal?query=….',
        },
      ]);
    },
  );

  it.each([undefined, 'en', 'de', 'en,es;q=0.5', '*'])(
    'a refusal is in English for %s',
    async (language) => {
      const { headers, json } = await ask('POST', '/v1/contacts', language, wrong);
      expect(headers.get('content-language')).toBe('en');
      expect(json.error.message).toBe('The request has 2 faults.');
    },
  );

  it.each([
    ['GET', '/v1/contacts/unknown', 'No existe este registro en la organización de la llave; revise el identificador y la ruta.'],
    ['GET', '/v1/nothing', 'No existe este registro en la organización de la llave; revise el identificador y la ruta.'],
    ['DELETE', '/v1/contacts', 'La ruta no tiene una operación con este método; use uno del encabezado Allow.'],
  ])('an error response to %s %s is in Spanish', async (method, path, message) => {
    const { json } = await ask(method, path, 'es');
    expect(json.error.message).toBe(message);
  }); // prettier-ignore
});

it('the issues of a preview are in Spanish, and its amounts are unchanged', async () => {
  const issuer = await startDocumentedIssuer();
  const body = incomeInput(await newCustomer(issuer), { cfdiUse: 'D01' });
  const headers = { 'accept-language': 'es' };
  const english = await issuer.request('POST', '/v1/cfdi/preview', { body });
  const spanish = await issuer.request('POST', '/v1/cfdi/preview', { body, headers });
  expect(spanish.headers.get('content-language')).toBe('es');
  const { issues, ...amounts } = english.json.data;
  expect(spanish.json.data).toMatchObject(amounts);
  expect(issues).toMatchObject([{ code: 'cfdi_use_not_allowed' }]);
  expect(spanish.json.data.issues).toMatchObject([
    {
      code: 'cfdi_use_not_allowed',
      message:
        'El uso no está permitido para el régimen del receptor (c_UsoCFDI, CFDI40161); elija otro.',
    },
  ]);
});

describe('the text that a person reads before an irreversible action', () => {
  const headers = { 'accept-language': 'es' };
  const question = '¿Timbrar este borrador como documento fiscal?';
  let issuer: Api;
  beforeAll(async () => {
    issuer = await startDocumentedIssuer();
  });

  it('the text that a person reads before approving an action is in Spanish', async () => {
    const agent = await proposerOf(issuer);
    const { approvalId, documentRef, key } = await proposal(issuer, agent);
    const path = `/v1/cfdi/${documentRef}/stamp`;
    const again = await agent.request('POST', path, {
      headers: { ...headers, 'idempotency-key': key },
    });
    const shown = await issuer.request('GET', `/v1/approvals/${approvalId}`, { headers });
    const listed = await issuer.request('GET', '/v1/approvals', { headers });
    for (const { json } of [again, shown, { json: { data: listed.json.data[0] } }]) {
      expect(json.data.summary.split('\n')[0]).toBe(question);
      expect(json.data.summary).toContain('- Documento: factura, borrador');
    }
    const { json } = await issuer.request('GET', `/v1/approvals/${approvalId}`);
    expect(json.data.summary).toContain('Stamp this draft');
  });

  it('the text that a person reads before confirming an action of an assistant is in Spanish', async () => {
    const { json } = await call(
      issuer,
      'stamp_cfdi',
      { documentRef: await newDraft(issuer) },
      headers,
    );
    expect(json.summary).toContain(question);
  });

  it('the text that a person reads about a dry run is in Spanish', async () => {
    const limits = { dryRun: true };
    const body = { name: 'Dry', permissions: ['invoices:manage', 'contacts:manage'], limits };
    const { apiKey } = await created(issuer, '/v1/credentials', body);
    const dry = issuer.withApiKey(apiKey as string);
    const path = `/v1/cfdi/${await newDraft(issuer)}/stamp`;
    expect((await dry.request('POST', path, { headers })).json.error.message).toContain(
      'De otro modo: Timbrar este borrador como documento fiscal.',
    );
    const contact = { kind: 'customer', legalName: 'ANA' };
    const { json } = await dry.request('POST', '/v1/contacts', { headers, body: contact });
    expect(json.error.message).toContain('De otro modo: Crear un contacto.');
  });
});

it('an issue of payroll has its message in each language', async () => {
  const employee = await created(api, '/v1/employees', { legalName: 'ANA' });
  const path = `/v1/employees/${employee['employeeId'] as string}/readiness`;
  const messages = async (language: string) => {
    const { json } = await ask('GET', path, language);
    const issues = json.data.issues as { code: string; message: string }[];
    return issues.find(({ code }) => code === 'salary_missing')?.message;
  };
  expect(await messages('en')).toMatch(/^The employee has no daily wage; /);
  expect(await messages('es')).toMatch(/^El empleado no tiene salario diario; /);
});

it('an issue that has only a SAT code has advice in Spanish', async () => {
  const issuer = await startDocumentedIssuer();
  const { receiver } = withholdingInput();
  const body = withholdingInput({ receiver: { ...receiver, legalName: 'PUBLICO EN GENERAL' } });
  const headers = { 'accept-language': 'es' };
  const { json } = await issuer.request('POST', '/v1/withholdings', { body, headers });
  const [issue] = json.error.details.issues;
  expect(issue.code).toBe('Reten20116');
  expect(issue.message).toMatch(/ \(regla Reten20116 del SAT\)$/);
  expect(issue.message).not.toContain('require');
});
