import { toCancelOutcome as finkokOutcome } from './finkok/translate-cancel';
import type { HttpOutcome } from './http';
import { toSatStatus } from './sat-status/translate';
import { toCancelOutcome as swOutcome } from './sw/translate-cancel';

const http = (text: string, status = 200): HttpOutcome => ({ outcome: 'answered', status, text });
const uuid = 'AD662D33-6934-459C-A128-BDF0393F0F44';

describe('SW', () => {
  const success = (code: string) =>
    swOutcome(
      http(JSON.stringify({ status: 'success', data: { acuse: '<A/>', uuid: { [uuid]: code } } })),
    );
  const failure = (message: string, messageDetail: string, status = 400) =>
    swOutcome(
      http(JSON.stringify({ status: 'error', message, messageDetail, data: null }), status),
    );

  test.each(['201', '202'])('SW answers %s for a cancellation that is only requested', (code) =>
    expect(success(code)).toEqual({ outcome: 'requested', code, acuse: '<A/>' }),
  );
  test.each(['1201', '1202'])(
    'SW answers %s for a requested cancellation of a withholding document',
    (code) => expect(success(code)).toMatchObject({ outcome: 'requested', code }),
  );
  test('SW answers 1205 if a withholding document is canceled too early', () =>
    expect(success('1205')).toEqual({ outcome: 'not_known_yet' }));
  test('SW answers 205 if the cancellation comes too early', () =>
    expect(success('205')).toEqual({ outcome: 'not_known_yet' }));
  test.each(['203', '204', '207', '208', 'no_cancelable'])(
    'SW refuses a cancellation with %s',
    (code) => expect(success(code)).toMatchObject({ outcome: 'refused', code, acuse: '<A/>' }),
  );
  test('SW refuses a bad signature with the code in its detail', () =>
    expect(failure('CACFDI33 - Problemas con el xml.', 'CA302 - Sello mal formado.')).toMatchObject(
      {
        outcome: 'refused',
        code: 'CA302',
      },
    ));
  test('SW answers 708 only if the cancellation was certainly not requested', () =>
    expect(
      failure('CACFDI33 - Error no controlado.', '708 - No se pudo conectar al SAT.', 500).outcome,
    ).toBe('not_sent'));
  test('an answer of SW about an invalid token is an account error', () =>
    expect(failure('El token debe contener 3 partes', '').outcome).toBe('account'));
  test("a refusal by SW's gateway without content is an account error", () =>
    expect(swOutcome(http('', 401)).outcome).toBe('account'));
  test.each([
    ['<html/>', 502],
    ['{"status":"success","data":{}}', 200],
  ])('an answer of SW with %s leaves the outcome of a cancellation unknown', (text, status) =>
    expect(swOutcome(http(text, status)).outcome).toBe('unknown'),
  );
});

describe('Finkok', () => {
  const answer = (fields: string) =>
    finkokOutcome(
      http(
        `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="http://facturacion.finkok.com/cancel" xmlns:s0="apps.services.soap.core.views"><e:Body><t:cancel_signatureResponse><t:cancel_signatureResult>${fields}</t:cancel_signatureResult></t:cancel_signatureResponse></e:Body></e:Envelope>`,
      ),
    );
  const acuse = '&lt;A&gt;&lt;EstatusUUID&gt;202&lt;/EstatusUUID&gt;&lt;/A&gt;';
  const folio = (code: string) =>
    `<s0:Folios><s0:Folio><s0:UUID>${uuid}</s0:UUID><s0:EstatusUUID>${code}</s0:EstatusUUID></s0:Folio></s0:Folios>`;
  const plain = '<A><EstatusUUID>202</EstatusUUID></A>';

  test('an answer of Finkok has the code in the folio, and its acuse stays unchanged', () =>
    expect(answer(`${folio('201')}<s0:Acuse>${acuse}</s0:Acuse>`)).toEqual({
      outcome: 'requested',
      code: '201',
      acuse: plain,
    }));
  test('Finkok sends the code in the acuse if Folios is empty', () =>
    expect(answer(`<s0:Folios/><s0:Acuse>${acuse}</s0:Acuse>`)).toMatchObject({
      code: '202',
      acuse: plain,
    }));
  test.each([
    ['708', 'not_sent'],
    ['Invalid Username or Password', 'account'],
    [`UUID: ${uuid} No Encontrado`, 'not_known_yet'],
    ['304', 'refused'],
    ['799', 'refused'],
    ['Already Cancelled', 'requested'],
    ['Already en BufferCancellation', 'requested'],
    ['798', 'requested'],
  ])('the answer CodEstatus %s of Finkok is read as %s', (status, outcome) =>
    expect(answer(`<s0:CodEstatus>${status}</s0:CodEstatus>`).outcome).toBe(outcome),
  );
  test('an empty answer of Finkok leaves the outcome unknown', () => {
    expect(answer('').outcome).toBe('unknown');
    expect(finkokOutcome(http('<html/>', 502)).outcome).toBe('unknown');
  });
});

describe('the status service of the SAT', () => {
  const shows = (code: string, state: string, cancellation = '') =>
    toSatStatus(
      http(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="urn:x"><a:CodigoEstatus>${code}</a:CodigoEstatus><a:Estado>${state}</a:Estado><a:EstatusCancelacion>${cancellation}</a:EstatusCancelacion></ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`,
      ),
    );
  const found = 'S - Comprobante obtenido satisfactoriamente.';

  test("the SAT's status service returns a document with its cancellation", () => {
    expect(shows(found, 'Vigente', 'En proceso')).toEqual({
      outcome: 'found',
      isCanceled: false,
      cancellation: 'En proceso',
    });
    expect(shows(found, 'Cancelado', 'Plazo vencido')).toMatchObject({ isCanceled: true });
  });
  test("the SAT's status service does not find a document that was just stamped", () =>
    expect(shows('N - 602: Comprobante no encontrado.', 'No Encontrado')).toEqual({
      outcome: 'not_found',
    }));
  test.each([
    ['N - 601: La expresión no es válida.', 'No Encontrado'],
    [found, 'Otro'],
  ])("the answer %s with the status %s leaves the SAT's status unknown", (code, state) =>
    expect(shows(code, state).outcome).toBe('unknown'),
  );
});
