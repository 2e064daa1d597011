import { attribute, packageBytes, resultOf } from './answers-text';

const content = Buffer.from('PK: sixteen bytes');
const base64 = content.toString('base64');

async function read(packet: string, pieceBytes: number) {
  const text = `<s:Envelope><s:Header><h:respuesta CodEstatus="5000" Mensaje="x"/></s:Header><s:Body><q:Paquete xmlns:q="d">${packet}</q:Paquete></s:Body></s:Envelope>`;
  async function* pieces() {
    for (let at = 0; at < text.length; at += pieceBytes)
      yield Buffer.from(text.slice(at, at + pieceBytes));
  }
  const parts: Buffer[] = [];
  const answer = await packageBytes(pieces(), async (bytes) => void parts.push(bytes));
  return { answer, bytes: Buffer.concat(parts) };
}

// XML may write the carriage return of a line end as a character reference.
test.each(['', '\n', '\r\n', '&#xD;\n', '&#xd;&#xA;', '&#13;\n', '&#10;'])(
  'packageBytes reads a package whose lines end with %j in pieces of any size',
  async (end) => {
    const lines = base64.replace(/(.{5})/g, `$1${end}`);
    for (const pieceBytes of [1, 2, 3, 7, 1_000]) {
      const { answer, bytes } = await read(`${end}  ${lines}${end}`, pieceBytes);
      expect(answer).toMatchObject({ code: '5000', isBroken: false, bytes: content.length });
      expect(bytes).toEqual(content);
    }
  },
);

test.each(['&', '&#x', '&lt;', '&#66;'])(
  'packageBytes reports a package with %j as broken',
  async (other) => {
    for (const pieceBytes of [1, 3, 1_000]) {
      const { answer } = await read(base64 + other, pieceBytes);
      expect(answer?.isBroken).toBe(true);
    }
  },
);

test('attribute reads attributes with either kind of quotes and with blanks around the equals sign', () => {
  const text = `<a:XResult Mensaje='Dijo "no"'\r\n CodEstatus = "5000"/>`;
  expect(resultOf(text, /XResult/)).toMatchObject({ code: '5000', message: 'Dijo "no"' });
  expect(attribute(text, 'Estatus')).toBeUndefined();
});
