import fc from 'fast-check';
import { escapeXml } from './characters';
import { XmlError, readXml, xmlNode } from './xml';

const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);

describe('readXml', () => {
  it('SAT elements get their standard prefix, regardless of the prefix in the document', () => {
    const root = readXml(
      '<x:Comprobante xmlns:x="http://www.sat.gob.mx/cfd/4"><Emisor xmlns="http://www.sat.gob.mx/cfd/4"/></x:Comprobante>',
    );
    expect(root.name).toBe('cfdi:Comprobante');
    expect(root.children[0]!.name).toBe('cfdi:Emisor');
  });

  it('an element of another vocabulary with a SAT prefix is not read as a SAT element', () => {
    const root = readXml('<cfdi:Comprobante xmlns:cfdi="http://example.com/evil"/>');
    expect(root.name).toBe('{http://example.com/evil}Comprobante');
  });

  it('attributes, text and CDATA are preserved, and namespace declarations are dropped', () => {
    const root = readXml('<a xmlns="urn:x" b="1 &amp; 2">uno<![CDATA[ <dos>]]></a>');
    expect(root).toEqual({
      name: 'a',
      uri: 'urn:x',
      attributes: { b: '1 & 2' },
      children: [],
      text: 'uno <dos>',
    });
  });

  it('xsi:schemaLocation is read under any prefix, even before the declaration of the prefix', () => {
    const root = readXml(
      '<a s:schemaLocation="x y" xmlns:s="http://www.w3.org/2001/XMLSchema-instance"/>',
    );
    expect(root.attributes).toEqual({ 'xsi:schemaLocation': 'x y' });
  });

  it('UTF-8 bytes are read with and without a byte order mark', () => {
    const xml = Buffer.from('<a b="Ñ€"/>');
    const mark = Buffer.from([0xef, 0xbb, 0xbf]);
    expect(readXml(xml).attributes).toEqual({ b: 'Ñ€' });
    expect(readXml(Buffer.concat([mark, xml])).attributes).toEqual({ b: 'Ñ€' });
    expect(readXml('\uFEFF<a/>').name).toBe('a');
  });

  const refused: [string, string | Uint8Array][] = [
    ['a DTD', '<!DOCTYPE a><a/>'],
    ['a DTD in small letters', '<!doctype a><a/>'],
    ['an entity', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an undeclared entity', '<a>&x;</a>'],
    ['another encoding by name', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>'],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x3c, 0x61, 0x20, 0x62, 0x3d, 0x22, 0xd1, 0x22, 0x2f, 0x3e]),
    ],
    ['UTF-16', Buffer.from('\uFEFF<a/>', 'utf16le')],
    ['an unclosed element', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['nothing', ''],
    ['a repeated attribute', '<a b="1" b="2"/>'],
    ['an undeclared prefix', '<p:a/>'],
    ['an undeclared prefix called constructor', '<constructor:a/>'],
    ['an undeclared prefix of an attribute', '<a p:b="1"/>'],
    ['a name with two colons', '<p:a:b xmlns:p="urn:p"/>'],
    ['a control character', '<a b="\u0001"/>'],
    ['too many levels', nested(65)],
    ['a hundred thousand levels', nested(100_000)],
  ];

  it.each(refused)('readXml refuses %s', (_name, xml) => {
    expect(() => readXml(xml)).toThrow(XmlError);
  });

  it('readXml reads up to 64 levels', () => {
    expect(readXml(nested(64)).name).toBe('a');
  });

  it('readXml refuses more bytes than allowed, counting bytes and not characters', () => {
    expect(() => readXml('<a b="ññññ"/>', { bytesMax: 16 })).toThrow(XmlError);
    expect(readXml('<a b="nnnn"/>', { bytesMax: 16 }).name).toBe('a');
  });

  it('readXml returns every text that escapeXml has escaped', () => {
    const texts = fc.string({ unit: 'binary' }).filter((text) => {
      return !/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) && text.isWellFormed();
    });
    fc.assert(
      fc.property(texts, (text) => {
        expect(readXml(`<a b="${escapeXml(text)}"/>`).attributes['b']).toBe(text);
      }),
    );
  });
});

describe('escapeXml', () => {
  it.each(['\u0000', '\u001f', '\ufffe', '\ud800', 'x\udc00y'])(
    'escapeXml refuses the invalid text %j',
    (text) => {
      expect(() => escapeXml(text)).toThrow(RangeError);
    },
  );

  it('escapeXml preserves characters beyond the basic multilingual plane', () => {
    expect(escapeXml('🧾 & más')).toBe('🧾 &amp; más');
  });
});

describe('xmlNode', () => {
  it('xmlNode finds the namespace of a SAT prefix', () => {
    expect(xmlNode('iedu:instEducativas', { version: '1.0' })).toEqual({
      name: 'iedu:instEducativas',
      uri: 'http://www.sat.gob.mx/iedu',
      attributes: { version: '1.0' },
      children: [],
      text: '',
    });
  });

  const children = (count: number, child: string) => `<a>${child.repeat(count)}</a>`;
  const attributes = (count: number, write: (index: number) => string) =>
    `<a ${Array.from({ length: count }, (_, index) => write(index)).join(' ')}/>`;
  const prefix = (index: number) => `xmlns:p${index}="u"`;

  it.each([
    ['100,000 elements', children(99_999, '<b/>'), children(100_000, '<b/>')],
    ['as many comments', children(99_999, '<!---->'), children(100_000, '<!---->')],
    ['CDATA sections', children(99_999, '<![CDATA[]]>'), children(100_000, '<![CDATA[]]>')],
    ['instructions', children(99_999, '<?b?>'), children(100_000, '<?b?>')],
    ['200,000 references', children(200_000, '&amp;'), children(200_001, '&#65;')],
    ['200 attributes', attributes(200, (i) => `b${i}=""`), attributes(201, (i) => `b${i}=""`)],
    ['64 prefixes', attributes(63, prefix), attributes(64, prefix)],
  ])('readXml reads %s and refuses more', (_, within, beyond) => {
    expect(readXml(within).name).toBe('a');
    expect(() => readXml(beyond)).toThrow(XmlError);
  });

  it.each([
    ['20,000 concepts', 20_000, '<c:Concepto Cantidad="1" ClaveProdServ="01010101" ClaveUnidad="H87" Descripcion="Tornillo" Importe="1.00" NoIdentificacion="T-10" ObjetoImp="01" ValorUnitario="1.00"/>'],
    ['5 MB of the shortest concepts with a tax', 16_500, '<c:Concepto Cantidad="1" ClaveProdServ="01010101" ClaveUnidad="H87" Descripcion="T" Importe="1" ObjetoImp="02" ValorUnitario="1"><c:Impuestos><c:Traslados><c:Traslado Base="1" Importe="0.16" Impuesto="002" TasaOCuota="0.160000" TipoFactor="Tasa"/></c:Traslados></c:Impuestos></c:Concepto>'],
  ])('readXml reads %s in linear time', (_, count, concept) => {
    const xml = `<c:Conceptos xmlns:c="http://www.sat.gob.mx/cfd/4">${concept.repeat(count)}</c:Conceptos>`;
    expect(readXml(xml).children).toHaveLength(count);
  }); // prettier-ignore
});
