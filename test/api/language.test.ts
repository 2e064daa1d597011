import { randomUUID } from 'node:crypto';
import { incomeInput, newCustomer, type Api } from '@timbre/testkit/client';
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
  it.each(['es', 'es-MX,en;q=0.5', 'es-MX'])('is in Spanish for %s', async (language) => {
    const { headers, json } = await ask('POST', '/v1/contacts', language, wrong);
    expect(headers.get('content-language')).toBe('es');
    expect(headers.get('vary')).toContain('Accept-Language');
    expect(json.error.message).toBe('La solicitud tiene 2 fallas; vea details.issues.');
    expect(json.error.details.issues).toEqual([
      {
        path: ['rfc'],
        code: 'rfc_invalid',
        message: 'Un RFC tiene 12 caracteres si es de empresa o 13 si es de persona; este tiene 4.',
      },
      {
        path: ['taxSystem'],
        code: 'not_in_catalog',
        message:
          '"626x" no es una clave vigente de c_RegimenFiscal; ¿quiso decir 626 (Régimen Simplificado de Confianza)? Búsquela con GET /v1/sat/catalogs/c_RegimenFiscal?query=….',
      },
    ]);
  });

  it.each([undefined, 'en', 'de', 'en,es;q=0.5', '*'])('is in English for %s', async (language) => {
    const { headers, json } = await ask('POST', '/v1/contacts', language, wrong);
    expect(headers.get('content-language')).toBe('en');
    expect(json.error.message).toBe('The request has 2 faults.');
  });

  it.each([
    ['GET', '/v1/contacts/unknown', 'No existe este registro en la organización de la llave; revise el identificador y la ruta.'],
    ['GET', '/v1/nothing', 'No existe este registro en la organización de la llave; revise el identificador y la ruta.'],
    ['DELETE', '/v1/contacts', 'La ruta no tiene una operación con este método; use uno del encabezado Allow.'],
  ])('of %s %s is in Spanish', async (method, path, message) => {
    const { json } = await ask(method, path, 'es');
    expect(json.error.message).toBe(message);
  }); // prettier-ignore
});

it('the issues of a preview are in Spanish, and its amounts are the same', async () => {
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
