import { codeOf, toLookup, toOutcome } from './translate';

/**
 * Converts a recorded response to an outcome. The responses in these tests are recorded in SW's public SDKs
 * (pac-sat-webservices.md §2).
 */
const answered = (status: number, body: unknown) =>
  toOutcome({
    outcome: 'answered',
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });
const refused = (message: string, data: unknown = null, messageDetail = '') =>
  answered(400, { status: 'error', message, messageDetail, data });

describe('an answer to a stamp request', () => {
  test('an answer to a stamp request is a stamp if it contains the document', () => {
    const outcome = answered(200, { status: 'success', data: { cfdi: '<x/>', uuid: 'U' } });
    expect(outcome).toEqual({ outcome: 'stamped', xml: '<x/>' });
  });

  test('an answer to a stamp request is pending if it reports success without the document', () => {
    expect(answered(200, { status: 'success', data: {} }).outcome).toBe('pending');
    expect(answered(200, { status: 'success', data: null }).outcome).toBe('pending');
  });

  test('an answer to a stamp request repeats the first stamp for the same document, at once or later', () => {
    const message = '307. El comprobante contiene un timbre previo.';
    expect(refused(message, { cfdi: '<x/>', tfd: '<t/>' })).toEqual({
      outcome: 'stamped',
      xml: '<x/>',
    });
    expect(refused(message)).toEqual({ outcome: 'pending' });
  });

  test('an answer to a stamp request refers to the stored stamp if SW has stored our attempt with another seal', () => {
    const message = 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.';
    expect(refused(message, { tfd: '<t/>' })).toEqual({ outcome: 'stored', tfd: '<t/>' });
    expect(refused(message)).toEqual({ outcome: 'pending' });
  });

  test.each([
    ['301 - Estructura del comprobante no válida.', '301'],
    ['302 - Sello mal formado o inválido.', '302'],
    ['304. Certificado revocado o caduco', '304'],
    ['Reten20131 - El valor del campo MontoTotRet no es igual a la suma', 'Reten20131'],
    ['401 - El rango de la fecha de generación no debe de ser mayor a 72 horas', '401'],
    ['402 - RFC del emisor no se encuentra en el régimen de contribuyentes', '402'],
    ['CFDI40102 - El resultado de la digestión debe ser igual', 'CFDI40102'],
  ])('an answer to a stamp request with %s refuses the document', (message, code) => {
    expect(refused(message, null, 'detalle')).toEqual({
      outcome: 'rejected',
      code,
      message: `${message} detalle`,
    });
  });

  test.each(['Xml CFDI33 no proporcionado o viene vacio.', 'Parámetros incompletos'])(
    'an answer to a stamp request with %s refuses the request, so no lookup follows',
    (message) => {
      expect(refused(message)).toMatchObject({ outcome: 'rejected', code: 'malformed_request' });
      expect(answered(500, { status: 'error', message, data: null }).outcome).toBe('unknown');
    },
  );

  test.each([
    ['AU2000 - El usuario y/o contraseña son inválidos', 'AU2000'],
    ['El token debe contener 3 partes', 'credentials'],
    ['El token ha expirado', 'credentials'],
    ['703 - La cuenta se encuentra suspendida.', '703'],
    ['718 - La cuenta no cuenta con timbres disponibles.', '718'],
  ])('an answer to a stamp request with %s is an account error', (message, code) => {
    expect(refused(message)).toMatchObject({ outcome: 'account', code });
  });

  test("an answer to a stamp request is an account error if SW's gateway refuses without content", () => {
    expect(answered(401, '')).toMatchObject({ outcome: 'account' });
  });

  test.each([
    ['a page of a proxy', 502, '<html>Bad Gateway</html>'],
    ['a body that was cut', 200, '{"status":"success","data":{"cfdi":"<cfdi:Com'],
    ['another JSON', 200, { ok: true }],
    ['null', 200, 'null'],
    ['an error of theirs', 500, { status: 'error', message: '302 - Sello', data: null }],
    ['a refusal without a code', 400, { status: 'error', message: 'Ocurrió un error', data: null }],
  ])('an answer to a stamp request leaves the outcome unknown if it is %s', (_, status, body) => {
    expect(answered(status, body).outcome).toBe('unknown');
  });

  test('an answer to a stamp request is unknown if it is missing, unless the request certainly was not sent', () => {
    const cause = new Error('x');
    expect(toOutcome({ outcome: 'not_sent', cause })).toEqual({ outcome: 'not_sent', cause });
    expect(toOutcome({ outcome: 'unknown', cause })).toEqual({ outcome: 'unknown', cause });
  });
});

describe('a lookup', () => {
  test('a lookup accepts the stamp or a refusal of the document', () => {
    const stamped = { outcome: 'stamped', xml: '<x/>' } as const;
    const rejected = { outcome: 'rejected', code: '302', message: 'm' } as const;
    expect(toLookup(stamped)).toBe(stamped);
    expect(toLookup(rejected)).toBe(rejected);
  });

  test.each([
    [{ outcome: 'not_sent', cause: new Error('x') } as const],
    [{ outcome: 'account', code: '703', message: 'm' } as const],
    // The refusal states that the document is more than 72 hours old. Such a refusal does not show whether
    // SW stamped the document when it was first sent.
    [{ outcome: 'rejected', code: '401', message: 'too old' } as const],
    [{ outcome: 'rejected', code: 'malformed_request', message: 'broken' } as const],
  ])('a lookup leaves the outcome of the earlier send unknown if the answer is %j', (outcome) => {
    expect(toLookup(outcome).outcome).toBe('unknown');
  });
});

test.each([
  ['307. El', '307'],
  ['  401 - x', '401'],
  ['CFDI3307 - x', 'CFDI3307'],
  ['Ocurrió 307', undefined],
  ['', undefined],
])('the code at the start of the message %j is %s', (message, code) =>
  expect(codeOf(message)).toBe(code),
);
