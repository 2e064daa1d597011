import { toLookup, toOutcome } from './translate';

const cfdi = `<?xml version="1.0" encoding="UTF-8"?><cfdi:Comprobante Sello="a&amp;b"/>`;
const escaped = cfdi.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Builds a response with the namespace prefixes of Finkok's recorded responses. */
const envelope = (operation: string, fields: string) =>
  `<?xml version="1.0" encoding="utf-8"?><senv:Envelope xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tns="http://facturacion.finkok.com/stamp" xmlns:s0="apps.services.soap.core.views"><senv:Body><tns:${operation}Response><tns:${operation}Result>${fields}</tns:${operation}Result></tns:${operation}Response></senv:Body></senv:Envelope>`;
const incidence = (code: string, message = 'Mensaje', extra = '') =>
  `<s0:Incidencia><s0:IdIncidencia>1</s0:IdIncidencia><s0:CodigoError>${code}</s0:CodigoError><s0:MensajeIncidencia>${message}</s0:MensajeIncidencia><s0:ExtraInfo>${extra}</s0:ExtraInfo></s0:Incidencia>`;
const incidences = (...lines: string[]) => `<s0:Incidencias>${lines.join('')}</s0:Incidencias>`;
const http = (text: string, status = 200) => ({ outcome: 'answered', status, text }) as const;
const stamp = (fields: string) => toOutcome(http(envelope('stamp', fields)));
const stamped = (fields: string) => toLookup(http(envelope('stamped', fields)));
const withXml = (xml: string, status: string) =>
  `<s0:xml>${xml}</s0:xml><s0:UUID>AD662D33</s0:UUID><s0:CodEstatus>${status}</s0:CodEstatus><s0:Incidencias/>`;

describe('answers to the operation stamp', () => {
  test('an answer to the operation stamp is a stamp if it contains the document, escaped or as CDATA', () => {
    const done = 'Comprobante timbrado satisfactoriamente';
    for (const xml of [escaped, `<![CDATA[${cfdi}]]>`])
      expect(stamp(withXml(xml, done))).toEqual({ outcome: 'stamped', xml: cfdi });
  });

  test('an answer to the operation stamp is a stamp even with incidences, and a repeated answer has the same stamp', () => {
    const fields = `<s0:xml>${escaped}</s0:xml>${incidences(incidence('307'), incidence('307'))}`;
    expect(stamp(fields)).toEqual({ outcome: 'stamped', xml: cfdi });
  });

  test('an answer to the operation stamp is pending if the document was stamped before and is not returned yet', () => {
    expect(stamp(incidences(incidence('307'))).outcome).toBe('pending');
    const queued = '<s0:CodEstatus>Comprobante recibido satisfactoriamente</s0:CodEstatus>';
    expect(stamp(`${queued}<s0:Incidencias/>`).outcome).toBe('pending');
  });

  test.each(['301', '302', '304', '305', '401', '402', 'CFDI40102'])(
    'an answer to the operation stamp with incidence %s is a refusal of the document',
    (code) =>
      expect(stamp(incidences(incidence(code, 'No &amp; no.', 'Detalle')))).toEqual({
        outcome: 'rejected',
        code,
        message: 'No & no. Detalle',
      }),
  );

  test.each([
    ['705', '301'],
    ['712', '303'],
    ['40145', 'CFDI40145'],
  ])(
    'an answer to the operation stamp with incidence %s is a refusal with the code of the SAT, %s',
    (incident, code) =>
      expect(stamp(incidences(incidence(incident)))).toMatchObject({ outcome: 'rejected', code }),
  );

  test.each(['300', '701', '702', '703', '718', '720', '740'])(
    'an answer to the operation stamp with incidence %s is an account error',
    (code) =>
      expect(stamp(incidences(incidence(code)))).toMatchObject({ outcome: 'account', code }),
  );

  test.each([
    ['a seal of the SAT that failed this time', envelope('stamp', incidences(incidence('709')))],
    ['a result without a word', envelope('stamp', '')],
    ['a status nobody knows', envelope('stamp', '<s0:CodEstatus>Hola</s0:CodEstatus>')],
    ['the answer of another operation', envelope('stamped', withXml(escaped, 'x'))],
    ['a page of a proxy', '<html><body>Bad Gateway</body></html>'],
    ['an answer that was cut', envelope('stamp', withXml(escaped, 'x')).slice(0, 400)],
    ['an answer with a DTD', `<!DOCTYPE x [<!ENTITY e "x">]>${envelope('stamp', '')}`],
  ])('an answer to the operation stamp leaves the outcome unknown if it is %s', (_, text) =>
    expect(toOutcome(http(text)).outcome).toBe('unknown'),
  );

  test('an answer to the operation stamp leaves the outcome unknown if it is a SOAP fault', () => {
    const fault =
      '<senv:Envelope xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/"><senv:Body><senv:Fault><faultcode>senv:Server</faultcode><faultstring>x</faultstring></senv:Fault></senv:Body></senv:Envelope>';
    expect(toOutcome(http(fault, 500)).outcome).toBe('unknown');
  });

  test('the outcome of the operation stamp is unknown if the answer is missing, unless the request certainly was not sent', () => {
    const cause = new Error('x');
    expect(toOutcome({ outcome: 'not_sent', cause }).outcome).toBe('not_sent');
    expect(toOutcome({ outcome: 'unknown', cause }).outcome).toBe('unknown');
  });
});

describe('answers to the operation stamped', () => {
  const received = 'Comprobante recibido satisfactoriamente';

  test('an answer to the operation stamped is the stamp if it contains the document', () =>
    expect(stamped(withXml(escaped, received))).toEqual({ outcome: 'stamped', xml: cfdi }));

  test("an answer to the operation stamped is pending while the document waits in Finkok's queue", () =>
    expect(stamped(`<s0:CodEstatus>${received}</s0:CodEstatus><s0:Incidencias/>`).outcome).toBe(
      'pending',
    ));

  test('an answer to the operation stamped is not_found only with code 603', () => {
    expect(stamped(incidences(incidence('603'))).outcome).toBe('not_found');
    for (const code of ['300', '301', '703', '401', '709'])
      expect(stamped(incidences(incidence(code))).outcome).toBe('unknown');
  });

  test('the outcome of the operation stamped is unknown if the PAC could not be reached', () => {
    expect(toLookup({ outcome: 'not_sent', cause: new Error('x') }).outcome).toBe('unknown');
    expect(toLookup(http('<html/>', 502)).outcome).toBe('unknown');
  });
});
