import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync, strToU8 } from 'fflate';
import { readSheet } from './read-sheet';
import type { SheetLimits, SheetRow } from './sheet';

const limits: SheetLimits = { rowsMax: 50, columnsMax: 20 };

async function rowsOf(bytes: Uint8Array, bounds = limits): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of readSheet(bytes, bounds)) rows.push(...some);
  return rows;
}

const fixture = (name: string) => readFileSync(join(__dirname, '..', 'test', 'fixtures', name));
const cellsOf = async (bytes: Uint8Array, bounds = limits) =>
  (await rowsOf(bytes, bounds)).map(({ cells }) => cells);
const codeOf = async (bytes: Uint8Array, bounds = limits) =>
  rowsOf(bytes, bounds).then(
    () => 'read',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

const relation = (id: string, type: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"${more}/>`;

const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`;

/**
 * Returns a workbook with one worksheet. The members of `changes` replace or remove files inside the
 * workbook.
 */
function workbook(sheet: string, changes: Record<string, string | Uint8Array | undefined> = {}) {
  const parts = {
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(relation('r1', 'worksheet', 'worksheets/sheet1.xml')),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...changes,
  };
  const given = Object.entries(parts).filter(([, part]) => part !== undefined);
  return zipSync(
    Object.fromEntries(
      given.map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part!]),
    ),
  );
}

const row = (...values: string[]) =>
  `<row>${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`;

describe('a workbook that another program wrote', () => {
  it('a workbook is read from its first visible sheet: texts, numbers, dates, flags, codes with zeros', async () => {
    const rows = await rowsOf(fixture('openpyxl.xlsx'));
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'Razón social', 'CP', 'Alta', 'Total', 'Activo'],
      [2, 'MUÑOZ & HIJOS <1>', '01000', '2026-11-23', '0.3', 'true'],
      [3, 'Dos\nlíneas', '42501', '2026-11-23T08:30:00', '', 'false'],
      [5, 'X', '100000000000000000', '08:30:00', '0'],
    ]);
    expect(rows[2]!.faults).toMatchObject([{ column: 3, code: 'formula_without_value' }]);
  });

  it('a workbook counts its days from 1904 if its settings say so', async () => {
    expect(await cellsOf(fixture('openpyxl-1904.xlsx'))).toEqual([['Alta'], ['2026-11-23']]);
  });

  it('the stored values of formulas are returned, and formula errors are reported', async () => {
    const rows = await rowsOf(fixture('xlsxwriter.xlsx'));
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'code', 'price', 'note'],
      [2, '00017', '21.5', 'negrita'],
      [3, '12345678901234570', '', 'ab'],
      [7, '', '1234.5', '', 'true'],
    ]);
    expect(rows[2]!.faults).toMatchObject([{ column: 1, code: 'cell_error' }]);
  });

  it.each([
    ['exceljs.xlsx', [['sku', 'price', 'taxRate'], ['S-1', '99.99', '0.16'], ['S-2', '199.98', '16%']]],
    ['sheetjs.xlsx', [['sku', 'price'], ['S-1', '0.07'], ['S-2', '33.333333']]],
  ])('a workbook is read correctly: %s', async (name, cells) => {
    expect(await cellsOf(fixture(name))).toEqual(cells);
  }); // prettier-ignore

  it('a workbook in the old binary format is refused', async () => {
    expect(await codeOf(fixture('sheetjs.xls'))).toBe('file_type_unsupported');
  });
});

describe('a number', () => {
  it.each([
    ['12345678901234567', '12345678901234567'],
    ['0.30000000000000004', '0.3'],
    ['1234567890.1234567', '1234567890.12346'],
    ['99.995', '99.995'],
    ['1.0000005', '1.000001'],
    ['-0.0000001', '0'],
    ['1E3', '1000'],
    ['1.5e-3', '0.0015'],
    ['1.23456789012345E+17', '123456789012345000'],
    ['.5', '0.5'],
    ['007', '7'],
  ])('the number %s in a cell is read as %s', async (value, expected) => {
    expect(await cellsOf(workbook(row('1', value)))).toEqual([['1', expected]]);
  });

  it.each(['1e400', 'NaN', '0x10', '1e9999', '--1'])(
    'a number is not read from %s',
    async (value) => {
      const [only] = await rowsOf(workbook(row('1', value)));
      expect(only).toMatchObject({ cells: ['1'], faults: [{ column: 1, code: 'cell_error' }] });
    },
  );
});

describe('dates', () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>
    <numFmt numFmtId="165" formatCode="&quot;d&quot;0.00"/><numFmt numFmtId="166" formatCode="[Red]General"/>
    </numFmts><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;
  const dated = (style: number, value: string) =>
    workbook(`<row><c s="${style}"><v>${value}</v></c></row>`, {
      'xl/styles.xml': styles,
      'xl/_rels/workbook.xml.rels': relations(
        relation('r1', 'worksheet', '/xl/worksheets/sheet1.xml'),
        relation('r2', 'styles', 'styles.xml'),
      ),
    });

  it.each([
    [1, '1', '1900-01-01'],
    [1, '59', '1900-02-28'],
    [1, '61', '1900-03-01'],
    [2, '46349', '2026-11-23'],
    [2, '46349.75', '2026-11-23T18:00:00'],
    [3, '46349', '46349'],
    [4, '46349', '46349'],
  ])('a number with the format %i, %s, is read as the date %s', async (style, value, expected) => {
    expect(await cellsOf(dated(style, value))).toEqual([[expected]]);
  });
});

describe('a CSV', () => {
  const text = 'sku;descripción\nS-1;"Señal;\n2"\n';
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['tabs', Buffer.from('sku\tdescripción\nS-1\t"Señal;\n2"\n')],
  ])('a CSV file is read in the encoding %s', async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual([
      ['sku', 'descripción'],
      ['S-1', 'Señal;\n2'],
    ]);
  });

  // Each row has one more character of several bytes than the previous row. The pieces in which the file
  // is read therefore end inside characters, quotes and line ends.
  const rowOf = (n: number) => [`S-${n}`, `${'ñ€'.repeat(n % 97)} "x";\r\n${n}`.trim()];
  const many = [['sku', 'descripción'], ...Array.from({ length: 1_200 }, (_, n) => rowOf(n))];
  const line = (cells: string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';');
  const long = many.map(line).join('\r\n');
  it.each([
    ['UTF-8', Buffer.from(long)],
    ['windows-1252', Buffer.from(long.replaceAll('€', '\x80'), 'latin1')],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${long}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${long}`, 'utf16le').swap16()],
  ])('a CSV file of many pieces is read like a short file: %s', async (_, bytes) => {
    expect(await cellsOf(bytes, { rowsMax: 2_000, columnsMax: 20 })).toEqual(many);
  });

  it('a CSV file is read in groups of at most 500 rows', async () => {
    const groups: number[] = [];
    for await (const rows of readSheet(Buffer.from(long), { rowsMax: 2_000, columnsMax: 2 }))
      groups.push(rows.length);
    expect(groups).toEqual([500, 500, 201]);
  });

  it.each([
    ['an open quote', 'a,b\n"1,2\n'],
    ['no text', 'a,b\n\0,1\n'],
    ['no text at its end', `a,b\n${'1,2\n'.repeat(40_000)}\0`],
  ])('a CSV file with %s is refused', async (_, given) => {
    const bounds = { rowsMax: 50_000, columnsMax: 20 };
    expect(await codeOf(Buffer.from(given), bounds)).toBe('csv_unreadable');
  });
});

it.each<[string, Uint8Array]>([
  ['a CSV', Buffer.from('a,b\n1,x\u202ey\n')],
  [
    'a workbook',
    workbook('<row><c t="str"><v>a</v></c></row><row><c/><c t="str"><v>x\u202ey</v></c></row>'),
  ],
])('a hidden character in %s is reported as a fault of its cell', async (_, bytes) => {
  const faults = (await rowsOf(bytes)).flatMap((one) => one.faults);
  expect(faults).toMatchObject([{ column: 1, code: 'character_not_allowed' }]);
});

describe('limits', () => {
  const cells = (count: number) => Array.from({ length: count }, () => '1');
  it.each([
    ['rows', row(...cells(2)).repeat(52), 'too_many_rows'],
    ['columns', row(...cells(21)), 'too_many_columns'],
    ['a far cell', '<row><c r="XFD1"><v>1</v></c></row>', 'too_many_columns'],
    ['a cell beyond the sheet', '<row><c r="ZZZZ1"><v>1</v></c></row>', 'xlsx_unreadable'],
    ['a row beyond the sheet', '<row r="99999999999"><c><v>1</v></c></row>', 'xlsx_unreadable'],
    ['the row after the last', '<row r="1048577"><c><v>1</v></c></row>', 'xlsx_unreadable'],
    ['a row of no number', '<row r="1e3"><c><v>1</v></c></row>', 'xlsx_unreadable'],
    ['row 0', '<row r="0"><c><v>1</v></c></row>', 'xlsx_unreadable'],
    ['a row twice', '<row r="2"/><row r="2"/>', 'xlsx_unreadable'],
    ['a row after the last one without a number', '<row r="1048576"/><row/>', 'xlsx_unreadable'],
  ])('the limits of %s are enforced', async (_, sheet, code) => {
    expect(await codeOf(workbook(sheet))).toBe(code);
  });

  it('a CSV file that exceeds a limit on rows, columns or text is refused', async () => {
    expect(await codeOf(Buffer.from('1,1\n'.repeat(52)))).toBe('too_many_rows');
    expect(await codeOf(Buffer.from(`${'1,'.repeat(21)}\n`))).toBe('too_many_columns');
  });

  it('a cell that exceeds the limits is emptied and reported', async () => {
    const [only] = await rowsOf(Buffer.from(`a,${'x'.repeat(32_768)}\n`));
    expect(only).toMatchObject({
      cells: ['a', ''],
      faults: [{ column: 1, code: 'cell_too_long' }],
    });
  });

  it('the limit on text counts the text of every cell, even if the cells share one stored text', async () => {
    const strings = `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`;
    const sheet = `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`.repeat(100);
    const bytes = workbook(sheet, {
      'xl/sharedStrings.xml': strings,
      'xl/_rels/workbook.xml.rels': relations(
        relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
        relation('r2', 'sharedStrings', 'sharedStrings.xml'),
      ),
    });
    expect(await codeOf(bytes, { rowsMax: 1_000, columnsMax: 20 })).toBe('too_much_text');
  });
});

describe('a hostile workbook', () => {
  const sheetPart = 'xl/worksheets/sheet1.xml';
  const zeros = (megabytes: number) => new Uint8Array(megabytes << 20);
  /**
   * Returns the file with a false size for its last entry, in the header of the entry and in the
   * directory.
   */
  const lying = (bytes: Uint8Array, size: number) => {
    const copy = Buffer.from(bytes);
    const at = copy.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    copy.writeUInt32LE(size, at + 24);
    return copy;
  };
  const encrypted = (bytes: Uint8Array) => {
    const copy = Buffer.from(bytes);
    const at = copy.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8);
    return copy;
  };
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`x/${at}`, 'x']));
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>';

  it.each<[string, Uint8Array, string]>([
    ['a part that inflates too well', workbook('', { 'xl/media/a.png': zeros(2) }), 'archive_too_large'],
    ['parts that are too large together', workbook('', { a: zeros(60), b: zeros(60) }), 'archive_too_large'],
    ['too many parts', workbook('', many), 'archive_too_large'],
    ['a part larger than it declares', lying(workbook(row('1').repeat(40)), 10), 'xlsx_unreadable'],
    ['a part smaller than it declares', lying(workbook(row('1')), 9_999), 'xlsx_unreadable'],
    ['a password', encrypted(workbook('')), 'file_type_unsupported'],
    ['a DTD with entities', workbook('', { [sheetPart]: `${bomb}<worksheet>&b;</worksheet>` }), 'dtd_not_allowed'],
    ['an outer entity', workbook('', { 'xl/workbook.xml': '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>' }), 'dtd_not_allowed'],
    ['an unknown entity', workbook('<row><c><v>&b;</v></c></row>'), 'xlsx_unreadable'],
    ['broken XML', workbook('<row><c></row>'), 'xlsx_unreadable'],
    ['deep XML', workbook('<a>'.repeat(100)), 'xlsx_unreadable'],
    ['a text that is no UTF-8', workbook('', { [sheetPart]: new Uint8Array([60, 0xff, 62]) }), 'xlsx_unreadable'],
    ['a name that leaves the archive', workbook('', { '../../etc/cron.d/x': 'x' }), 'xlsx_unreadable'],
    ['a sheet outside of it', workbook('', { 'xl/_rels/workbook.xml.rels': relations(relation('r1', 'worksheet', '../../../etc/passwd')) }), 'xlsx_unreadable'],
    ['a sheet of another file', workbook('', { 'xl/_rels/workbook.xml.rels': relations(relation('r1', 'worksheet', 'http://x/', ' TargetMode="External"')) }), 'sheet_missing'],
    ['hidden sheets only', workbook('', { 'xl/workbook.xml': '<workbook><sheets><sheet state="veryHidden" r:id="r1"/></sheets></workbook>' }), 'sheet_missing'],
    ['a chart instead of a sheet', workbook('', { 'xl/_rels/workbook.xml.rels': relations(relation('r1', 'chartsheet', 'a.xml')) }), 'sheet_missing'],
    ['no workbook', workbook('', { '_rels/.rels': undefined }), 'xlsx_unreadable'],
    ['an archive within', zipSync({ 'inner.xlsx': workbook(row('1')) }), 'xlsx_unreadable'],
    ['half of its bytes', workbook(row('1')).slice(0, 400), 'xlsx_unreadable'],
    ['two parts of one name', workbook('', { 'XL/workbook.xml': 'x' }), 'xlsx_unreadable'],
  ])('a hostile workbook with %s is refused', async (_, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code);
  }); // prettier-ignore

  it('a workbook whose XML names have prefixes is read, but its macros and external links are not read', async () => {
    const bytes = workbook('', {
      'xl/vbaProject.bin': new Uint8Array(100),
      [sheetPart]: `<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>a_x000D_b</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
    });
    expect(await cellsOf(bytes)).toEqual([['a\rb']]);
  });
});
