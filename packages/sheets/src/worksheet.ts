import { daysBetween, isCalendarDate } from '@timbre/fiscal';

/** A column of a worksheet: its heading, and the format and width of its values. */
export interface SheetColumn {
  readonly heading: string;
  /**
   * The format of the column's values. A value of the format `share` is a number from 0 to 1 and is displayed
   * as a percentage.
   */
  readonly kind: 'text' | 'date' | 'amount' | 'number' | 'share';
  /** The width of a column in characters. */
  readonly width: number;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * The indexes of the styles in `cellXfs` below. The text style has a quote prefix, so that editing the cell
 * does not convert it to a formula.
 */
const styles = { number: 0, heading: 1, text: 2, amount: 3, date: 4, share: 5 };

/** Returns the parts of a workbook with one sheet, except the sheet itself (ECMA-376, SpreadsheetML). */
export function workbookParts(sheetName: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/${sheetPath}" ContentType="${part}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1" quotePrefix="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/><xf xfId="0" numFmtId="10" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

export const sheetPath = 'xl/worksheets/sheet1.xml';

/** Returns the start of the sheet, with a frozen row of headings. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const headings = columns.map(({ heading }) => textCell(heading, styles.heading));
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${headings.join('')}</row>`;
}

/**
 * Writes one row of a sheet. A decimal is written as a number and a date as a day; any other value is written
 * as text, regardless of its first character.
 */
export function sheetRow(
  columns: readonly SheetColumn[],
  values: readonly (string | null | undefined)[],
): string {
  const cells = columns.map(({ kind }, index) => {
    const value = values[index];
    if (value == null || value === '') return '<c/>';
    const number = kind === 'text' ? undefined : numberOf(kind, value);
    return number === undefined
      ? textCell(value, styles.text)
      : `<c s="${styles[kind]}"><v>${number}</v></c>`;
  });
  return `<row>${cells.join('')}</row>`;
}

function numberOf(kind: SheetColumn['kind'], value: string): string | number | undefined {
  if (kind !== 'date') return /^-?\d+(\.\d+)?$/.test(value) ? value : undefined;
  return isCalendarDate(value) ? daysBetween(dayZero, value) : undefined;
}

/**
 * Workbooks count days from this date (ECMA-376 18.17.4.1), which is correct for days after February 1900.
 */
const dayZero = '1899-12-30';

export const sheetEnd = '</sheetData></worksheet>';

const textCell = (value: string, style: number): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

/**
 * Returns escaped XML text without the characters that XML does not allow. Spreadsheet programs read
 * `_x0041_` as `A` (ECMA-376 22.9.2.19), so the first character of a text that looks like such an escape is
 * itself escaped.
 */
function escaped(value: string): string {
  return value
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
