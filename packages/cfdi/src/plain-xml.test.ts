import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { readPlainXml, type XmlHandler } from './plain-xml';

/** Records the calls that a handler receives. Consecutive texts are joined, and empty texts are omitted. */
function recorder(): XmlHandler & { said: string[] } {
  const said: string[] = [];
  let level = 0;
  return {
    said,
    attribute: (name, value) => void said.push(`@${name}=${value}`),
    open(name) {
      level += 1;
      said.push(`<${name}`);
    },
    text(text) {
      if (text === '' || level === 0) return;
      if (said.at(-1)?.startsWith('#')) said.push(`${said.pop()}${text}`);
      else said.push(`#${text}`);
    },
    close() {
      level -= 1;
      said.push('>');
    },
  };
}

/**
 * Returns what saxes reads from a document; undefined if the document is malformed or has unsupported
 * parts.
 */
function bySaxes(xml: string): string[] | undefined {
  const { said, ...handler } = recorder();
  let isRefused = false;
  const refuse = () => void (isRefused = true);
  const parser = new SaxesParser({ position: false });
  parser.on('attribute', ({ name, value }) => handler.attribute(name, value));
  parser.on('opentag', ({ name }) => handler.open(name));
  parser.on('text', (text) => handler.text(text));
  parser.on('closetag', () => handler.close());
  for (const other of ['cdata', 'comment', 'processinginstruction', 'doctype', 'error'] as const)
    parser.on(other, refuse);
  parser.write(xml).close();
  return isRefused ? undefined : said;
}

/** Returns what the plain reader reads; undefined if the plain reader cannot read the document. */
function plainly(xml: string): string[] | undefined {
  const { said, ...handler } = recorder();
  return readPlainXml(xml, handler) ? said : undefined;
}

const cfdi = `<?xml version="1.0" encoding="UTF-8"?>\r\n<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"
  Version="4.0" Sello="${'aB3+/'.repeat(60)}==" Total="1.00">
  <cfdi:Emisor Nombre="GÓMEZ &amp; HIJOS &quot;Ñ&quot;" Rfc='EKU9003173C9' ></cfdi:Emisor>
  <cfdi:Conceptos><cfdi:Concepto Descripcion="a &lt; b" />t &gt; u</cfdi:Conceptos>\r\n</cfdi:Comprobante >\n`;
const plain = cfdi.replaceAll("'", '"');

describe('readPlainXml', () => {
  it('readPlainXml reads elements, attributes, text and predefined references with the same result as saxes', () => {
    expect(plainly(plain)).toEqual(bySaxes(plain));
    expect(plainly(plain)).toContain('@Nombre=GÓMEZ & HIJOS "Ñ"');
  });

  it.each([
    ['an attribute in single quotes', cfdi],
    ['a comment', '<a><!-- --></a>'],
    ['CDATA', '<a><![CDATA[x]]></a>'],
    ['an instruction', '<a><?x y?></a>'],
    ['a DTD', '<!DOCTYPE a><a/>'],
    ['a numbered reference', '<a b="&#65;"/>'],
    ['another entity', '<a>&x;</a>'],
    ['a line end in an attribute', '<a b="1\n2"/>'],
    ['a character of two units', '<a b="😀"/>'],
    ['another declaration', `<?xml version='1.0'?><a/>`],
    ['an attribute twice', '<a b="1" b="1"/>'],
    ['no space between attributes', '<a b="1"c="2"/>'],
    ['another end', '<a></b>'],
    ['a longer end', '<a></ab>'],
    ['an end too many', '<a></a></a>'],
    ['an element without end', '<a><b></b>'],
    ['two roots', '<a/><a/>'],
    ['text after the root', '<a/>x'],
    ['text before the root', 'x<a/>'],
    ['the end of CDATA in text', '<a>]]></a>'],
    ['a control character', '<a b="\u0001"/>'],
    ['a character that is none', '<a>\uFFFE</a>'],
    ['half a character', '<a b="\uD800"/>'],
    ['less-than in an attribute', '<a b="<"/>'],
    ['a name that begins with a digit', '<1a/>'],
    ['nothing', ''],
    ['only a declaration', '<?xml version="1.0"?>'],
  ])('readPlainXml does not read a document with %s, which saxes must read', (_, xml) => {
    expect(plainly(xml)).toBeUndefined();
  });

  it('readPlainXml reads an attribute value of several megabytes', () => {
    const value = 'x'.repeat(4 << 20);
    expect(plainly(`<a b="${value}"/>`)?.[0]).toHaveLength(value.length + 3);
    expect(plainly(`<a b="${value}`)).toBeUndefined();
  });

  it('readPlainXml never returns a different result than saxes, even for damaged documents', () => {
    const pieces = ['<', '>', '/', '"', "'", '&', ';', ' ', '=', ':', '!', '?', '-', ']]>', '\r', '\n', '\t', '\0', '\u0085', '\uFFFF', 'a', 'Ñ', '&amp;', '</', '/>', '<a b="">']; // prettier-ignore
    const damage = fc.record({
      at: fc.nat(plain.length),
      length: fc.nat(6),
      piece: fc.constantFrom('', ...pieces),
    });
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
        let xml = plain;
        for (const { at, length, piece } of damages)
          xml = xml.slice(0, at) + piece + xml.slice(at + length);
        const read = plainly(xml);
        if (read) expect(read).toEqual(bySaxes(xml));
      }),
      { numRuns: 5_000 },
    );
  });
});
