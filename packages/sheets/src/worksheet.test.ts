import { sheetEnd, sheetRow, sheetStart, workbookParts, type SheetColumn } from './worksheet';

const columns: SheetColumn[] = [
  { heading: 'Empleado', kind: 'text', width: 40 },
  { heading: 'Neto', kind: 'amount', width: 14 },
  { heading: 'Días pagados', kind: 'number', width: 8 },
];

const cellsOf = (xml: string) => [...xml.matchAll(/<c( s="(\d)")?[^>]*?(\/>|>(.*?)<\/c>)/g)];

describe('sheetRow', () => {
  it('amounts are written as numbers, so that a spreadsheet program can sum them', () => {
    const xml = sheetRow(columns, ['ANA', '6592.28', '15']);
    expect(xml).toContain('<c s="3"><v>6592.28</v></c><c s="0"><v>15</v></c>');
  });

  it('dates and shares are written as numbers, so that a spreadsheet program can compare and group them', () => {
    const dated: SheetColumn[] = [
      { heading: 'Desde', kind: 'date', width: 12 },
      { heading: 'Parte', kind: 'share', width: 12 },
    ];
    expect(sheetRow(dated, ['2026-11-26', '0.125'])).toContain(
      '<c s="4"><v>46352</v></c><c s="5"><v>0.125</v></c>',
    );
    expect(sheetRow(dated, ['2026-02-30', null])).toContain('>2026-02-30<');
  });

  it.each(['=1+1', '+52 55', '-x', '@SUM(A1)', '=HYPERLINK("http://x","y")'])(
    'the value %s is written as text, never as a formula',
    (value) => {
      const xml = sheetRow(columns, [value, value, value]);
      expect(xml).not.toContain('<f');
      expect(cellsOf(xml).map(([, , style]) => style)).toEqual(['2', '2', '2']);
    },
  );

  it('the digits of a text are preserved: an employee number keeps its leading zeros', () => {
    expect(sheetRow(columns, ['00017'])).toContain('<t xml:space="preserve">00017</t>');
  });

  it('characters that XML does not allow are omitted, and special characters are escaped', () => {
    const xml = sheetRow(columns, ['A\u0000&<"\uD800\uFFFFñ😀']);
    expect(xml).toContain('>A&amp;&lt;&quot;\uFFFDñ😀<');
    // The characters `]]>` end a CDATA section, so XML forbids them in text.
    expect(sheetRow(columns, ['A]]>B'])).toContain('>A]]&gt;B<');
  });

  it('a row has a cell for every column, even if the value is missing', () => {
    expect(sheetRow(columns, [null, undefined])).toBe('<row><c/><c/><c/></row>');
  });
});

describe('a sheet', () => {
  it('a sheet begins with its headings and contains every row', () => {
    const xml = sheetStart(columns) + sheetRow(columns, ['ANA']) + sheetEnd;
    expect(xml).toContain('Días pagados');
    expect(xml.match(/<row>/g)).toHaveLength(2);
    expect(xml.endsWith('</sheetData></worksheet>')).toBe(true);
  });

  it('a sheet has the given name in the workbook', () => {
    expect(workbookParts('Nómina & más')['xl/workbook.xml']).toContain('name="Nómina &amp; más"');
  });
});
