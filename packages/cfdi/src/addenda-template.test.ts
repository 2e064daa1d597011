import { concepto, income, UUID } from '../test/make-documents';
import { readAddendaTemplate, type AddendaTemplate } from './addenda-template';
import { addendaValues } from './addenda-values';

const stamp = { uuid: UUID, fechaTimbrado: '2026-11-18T10:16:00' };
const document = income({ serie: 'A', folio: '7' }, [
  concepto('10', { noIdentificacion: 'K&1', descripcion: 'Caja "grande" <azul>' }),
  concepto('5', { noIdentificacion: 'K2', descripcion: "Caja d'una pieza" }),
]);
const values = addendaValues({ document, stamp }, { purchaseOrder: "45 & 'x'" });

function template(text: string): AddendaTemplate {
  const read = readAddendaTemplate(text);
  if ('fault' in read) throw new Error(`${read.fault}: ${read.detail}`);
  return read;
}

it('a template is filled with the values of the document in texts and attributes, escaped for XML', () => {
  const text =
    '<order xmlns="urn:x" number="{{purchaseOrder}}" uuid=\'{{uuid}}\'>{{series}}-{{folio}} {{currency}}' +
    '{{#lines}}<l n="{{lineNumber}}" sku="{{sku}}" o="{{purchaseOrder}}">{{description}}</l>{{/lines}}</order>';
  expect(template(text).write(values)).toBe(
    `<order xmlns="urn:x" number="45 &amp; &apos;x&apos;" uuid='${UUID}'>A-7 MXN` +
      '<l n="1" sku="K&amp;1" o="45 &amp; &apos;x&apos;">Caja &quot;grande&quot; &lt;azul&gt;</l>' +
      '<l n="2" sku="K2" o="45 &amp; &apos;x&apos;">Caja d&apos;una pieza</l></order>',
  );
});

it('a filled template has no XML declaration and preserves every other byte', () => {
  const text = '<a>\n  <!-- two  blanks -->\r\n\t<b x = "1"/><![CDATA[<raw>]]>\n</a>';
  expect(template(`<?xml version="1.0"?>\n${text}`).write(values)).toBe(text);
});

it('a template shows an absent discount and absent withheld taxes as zero, and the exchange rate of pesos as 1', () => {
  const text = '<a>{{discount}} {{withheldAmount}} {{exchangeRate}} {{lineCount}}</a>';
  expect(template(text).write(values)).toBe('<a>0.00 0.00 1 2</a>');
});

it('a template reports the placeholders that the document does not fill, and the missing values', () => {
  const read = template(
    '<a b="{{purchaseOrder}}">{{total}}{{#lines}}{{unitName}}{{route}}{{/lines}}</a>',
  );
  expect([...read.given]).toEqual(['purchaseOrder', 'route']);
  const missing = read.missing(addendaValues({ document, stamp }, { route: '' }));
  expect(missing).toContainEqual({ name: 'purchaseOrder' });
  expect(missing).toContainEqual({ name: 'route' });
  expect(missing).toContainEqual({ name: 'unitName', line: 0 });
  expect(() => read.write(addendaValues({ document, stamp }))).toThrow(
    'the addenda has no purchaseOrder',
  );
});

it('a value from the caller does not replace a value of the document', () => {
  const forged = addendaValues({ document, stamp }, { total: '1.00', sku: 'other' });
  expect(template('<a>{{total}}</a>').write(forged)).toBe('<a>15.00</a>');
});

it.each([
  ['<a>{{{total}}}</a>', 'tag', '{{{total}}}</a>'],
  ['<a>{{&total}}</a>', 'tag', '{{&total}}'],
  ['<a>{{>total}}</a>', 'tag', '{{>total}}'],
  ['<a>{{^total}}x{{/total}}</a>', 'tag', '{{^total}}'],
  ['<a>{{#total}}x{{/total}}</a>', 'tag', '{{#total}}'],
  ['<a>{{=<% %>=}}</a>', 'tag', '{{=<% %>=}}</a>'],
  ['<a>{{total.length}}</a>', 'tag', '{{total.length}}'],
  ['<a>{{lines}}</a>', 'tag', '{{lines}}'],
  ['<a>{{Total}}</a>', 'tag', '{{Total}}'],
  ['<a>{{#lines}}{{#lines}}x{{/lines}}{{/lines}}</a>', 'tag', '{{#lines}}'],
  ['<a>{{#lines}}x</a>', 'tag', 'Unclosed section "lines" at 18'],
  ['<a>{{total</a>', 'tag', '{{total</a>'],
  [`<a>{{!${' '.repeat(200)}}}</a>`, 'tag', `{{!${' '.repeat(17)}`],
  ['<a><!-- {{total}} -->&#xE000;</a>', 'place', ''],
  ['<a><!-- {{total}} -->\uE000</a>', 'place', ''],
  ['<a xmlns="{{total}}"/>', 'place', ''],
  ['<a><!-- {{total}} --></a>', 'place', ''],
  ['<a><![CDATA[x {{total}}]]></a>', 'place', ''],
])('refuses %s', (text, fault, detail) => {
  expect(readAddendaTemplate(text)).toEqual({ fault, detail });
});

it.each([
  '<{{total}}/>',
  '<a {{total}}="1"/>',
  '<a {{total}}/>',
  '<a/><b/>',
  'text',
  '<!DOCTYPE a><a/>',
  '{{#lines}}<a/>{{/lines}}',
  '<a>{{#lines}}</a><b>{{/lines}}</b>',
  '<a {{#lines}}x="1"{{/lines}}/>',
  '{{! a comment }}\n<?xml version="1.0"?>\n<a/>',
  '<?xml version="1.0"?><?xml version="1.0"?><a/>',
  '<a/></Addenda><Addenda><b/>',
])('a template is refused for %s, which is not a well-formed element', (text) => {
  expect(readAddendaTemplate(text)).toMatchObject({ fault: 'xml' });
});

it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
  'refuses %s, a property of every object',
  (name) => {
    const detail = `{{${name}}}`;
    expect(readAddendaTemplate(`<a>{{${name}}}</a>`)).toEqual({ fault: 'tag', detail });
  },
);

it('the name of a line value refers to a value of the whole document outside the section `lines`', () => {
  const read = template('<a d="{{description}}">{{#lines}}{{description}}{{/lines}}</a>');
  expect([...read.given]).toEqual(['description']);
  expect(read.missing(values)).toEqual([{ name: 'description' }]);
  const given = addendaValues({ document, stamp }, { description: 'All' });
  expect(read.write(given)).toMatch(/^<a d="All">Caja/);
});

it('the size of a filled template can be computed before the template is filled', () => {
  const read = template(
    '<a n="{{purchaseOrder}}">ñ {{#lines}}<l>{{sku}} {{total}} {{description}}</l>{{/lines}}</a>',
  );
  expect(read.bytesOf(values)).toBe(Buffer.byteLength(read.write(values)));
});
