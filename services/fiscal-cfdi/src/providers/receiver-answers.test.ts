import * as finkok from './finkok/translate-receiver';
import type { HttpOutcome } from './http';
import * as sw from './sw/translate-receiver';

const http = (text: string, status = 200): HttpOutcome => ({ outcome: 'answered', status, text });
const uuid = 'AD662D33-6934-459C-A128-BDF0393F0F44';
const listed = { outcome: 'listed', uuids: [uuid.toLowerCase()] };

describe('SW', () => {
  const json = (body: object, status?: number) => http(JSON.stringify(body), status);
  const error = (message: string, messageDetail = '') =>
    json({ status: 'error', message, messageDetail, data: null }, 400);

  test.each([
    [json({ status: 'success', data: { uuid: [uuid], codEstatus: '1100' } }), listed],
    [json({ status: 'success', data: { uuid: [] } }), { outcome: 'listed', uuids: [] }],
    [error('CACFDI33 - Error', '1101 - Sin peticiones'), { outcome: 'listed', uuids: [] }],
    [error('AU2000 - El token es inválido'), { outcome: 'account' }],
    [json({ status: 'success', data: {} }), { outcome: 'unknown' }],
    [http('<html/>', 502), { outcome: 'unknown' }],
    [{ outcome: 'not_sent', cause: 1 }, { outcome: 'not_sent' }],
  ] as [HttpOutcome, object][])('the list %o is read as %o', (answer, outcome) => {
    expect(sw.toPendingOutcome(answer)).toMatchObject(outcome);
  });

  const folio = (estatusUUID: string) =>
    json({ status: 'success', data: { acuse: '<A/>', folios: [{ uuid, estatusUUID }] } });
  test.each([
    [folio('1000'), { outcome: 'answered', code: '1000', acuse: '<A/>' }],
    [folio('1002'), { outcome: 'answered', code: '1002' }],
    [folio('1003'), { outcome: 'refused', code: '1003' }],
    [
      error('CACFDI33 - Problemas con el xml.', 'CA302 - Sello'),
      { outcome: 'refused', code: '302' },
    ],
    [error('CACFDI33 - Error', '708 - Sin SAT'), { outcome: 'not_sent' }],
    [json({ status: 'success', data: {} }), { outcome: 'unknown' }],
    [http('', 401), { outcome: 'account' }],
    [http('', 504), { outcome: 'unknown' }],
  ] as [HttpOutcome, object][])('the answer %o is read as %o', (answer, outcome) => {
    expect(sw.toAnswerOutcome(answer)).toMatchObject(outcome);
  });
});

describe('Finkok', () => {
  const soap = (operation: string, fields: string) =>
    http(
      `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="http://facturacion.finkok.com/cancel" xmlns:s0="apps.services.soap.core.views"><e:Body><t:${operation}Response><t:${operation}Result>${fields}</t:${operation}Result></t:${operation}Response></e:Body></e:Envelope>`,
    );
  test.each([
    [`<s0:uuids><t:string>${uuid}</t:string></s0:uuids>`, listed],
    ['<s0:uuids/>', { outcome: 'listed', uuids: [] }],
    ['<s0:error>Invalid Username or Password</s0:error>', { outcome: 'account' }],
    ['<s0:error>SAT</s0:error>', { outcome: 'unknown' }],
  ])('the list %s is read as %o', (fields, outcome) => {
    expect(finkok.toPendingOutcome(soap('get_pending', fields), 'get_pending')).toMatchObject(
      outcome,
    );
  });

  const line = (list: string, entry: string, status: string) =>
    `<s0:${list}><s0:${entry}><s0:uuid>${uuid}</s0:uuid><s0:status>${status}</s0:status></s0:${entry}></s0:${list}>`;
  test.each([
    [line('aceptacion', 'Acepta', '1000'), { outcome: 'answered', code: '1000' }],
    [line('rechazo', 'Rechaza', '1001'), { outcome: 'answered', code: '1001' }],
    [line('rechazo', 'Rechaza', '1005'), { outcome: 'refused', code: '1005' }],
    ['<s0:error>304 - Certificado</s0:error>', { outcome: 'refused', code: '304' }],
    ['<s0:error>Invalid Username or Password</s0:error>', { outcome: 'account' }],
    ['', { outcome: 'unknown' }],
  ])('the answer %s is read as %o', (fields, outcome) => {
    const answer = soap('accept_reject_signature', fields);
    expect(finkok.toAnswerOutcome(answer)).toMatchObject(outcome);
  });
  test('a SOAP fault has the outcome unknown', () =>
    expect(finkok.toAnswerOutcome(http('<html/>', 500)).outcome).toBe('unknown'));
});
