import { documentComplements, type Complement } from '@timbre/api';
import type { XmlNode } from '@timbre/cfdi';
import { catalog, type CalendarDate, type PaperLanguage } from '@timbre/fiscal';
import { localName, splitWords, wordsOfElement, type ElementWords } from './complement-words';
import { drawFields, drawTitle, type Field } from './fields';
import { codeWithWords, described } from './format';
import { drawLines } from './paragraphs';
import { drawQrCode } from './qr-code';
import { readComplement } from '../domain/complements/read-complements';
import type { Sheet } from './sheet';

/**
 * The maximum number of elements that are printed; any further elements of a complement are only in its
 * XML.
 */
const nodesMax = 2_000;
const longFrom = 400;
/**
 * A value with at least this number of characters is printed across the whole width, because it would need
 * more than two lines of a column.
 */
const wideFrom = 60;
/** The side of the QR code in points, which equals the QR code of the stamp: 2.9 cm. */
const qrSide = 82;
const qrClear = 14;
/**
 * Catalogues whose codes are unique only together with another attribute. A colonia, for example, is unique
 * only within its postal code.
 */
const codesWithin: Readonly<Record<string, string>> = {
  c_Colonia: 'CodigoPostal',
  c_Localidad: 'Estado',
  c_Municipio: 'Estado',
};
const notPrinted = /^(xmlns|xsi:|version$)/i;

/**
 * Prints complements: every XML element with its attributes, in order. If Timbre has printed words for a
 * complement, the complement has a single title. In a complement without printed words, each element has
 * its XML name as its title.
 * @param on is the date of the document, which determines the descriptions of codes
 * @param stampedAt is the local time of the stamp, which the QR code of a complement contains; it is absent
 * in a draft
 */
export function drawOtherComplements(
  sheet: Sheet,
  complements: readonly XmlNode[] = [],
  on: CalendarDate,
  stampedAt?: string,
): void {
  let left = nodesMax;
  let titled = '';
  const draw = (node: XmlNode, path: string, parent?: string): void => {
    if ((left -= 1) < 0) return;
    const words = wordsOfElement(node.name, sheet.language, parent);
    const fields = fieldsOf(node, words, { content: sheet.words.cfdi.content, on });
    if (fields.length > 0) {
      if (words.title === undefined || words.title !== titled)
        drawTitle(sheet, words.title ?? path);
      titled = words.title ?? '';
      const isWide = ([, value = '']: Field) =>
        value.length > (words.title === undefined ? longFrom : wideFrom);
      drawFields(
        sheet,
        fields.filter((field) => !isWide(field)),
      );
      for (const field of fields.filter(isWide)) drawWide(sheet, field);
      sheet.y += 3;
    }
    for (const child of node.children)
      draw(child, `${path} · ${splitWords(localName(child.name))}`, node.name);
  };
  for (const complement of complements) {
    draw(complement, splitWords(localName(complement.name)));
    if (stampedAt !== undefined) drawOwnQr(sheet, complement, stampedAt);
  }
}

/** Draws the QR code that the complement prescribes, with its text beside it. */
function drawOwnQr(sheet: Sheet, node: XmlNode, stampedAt: string): void {
  const complement = Object.values<Complement>(documentComplements).find(
    ({ element }) => element.name === node.name,
  );
  const value = complement?.qrText && readComplement(complement, node);
  // The cast is safe, because the value was read with the shape of this complement.
  const text = value === undefined ? undefined : complement?.qrText?.(value as never, stampedAt);
  if (text === undefined) return;
  const { pen } = sheet;
  sheet.ensure(qrSide + qrClear);
  drawQrCode(sheet.document, text, { x: sheet.left, y: sheet.y, side: qrSide });
  const x = sheet.left + qrSide + qrClear;
  pen.writeLines(pen.wrap(text, sheet.right - x, sheet.style(7)), x, sheet.y);
  sheet.y += qrSide + qrClear;
}

/**
 * Returns the lines below a concept's description for its complements, each with labels and values, such
 * as `Alumno: ANA LUZ`.
 */
export const complementNotes = (
  complements: readonly XmlNode[] = [],
  language: PaperLanguage,
  written: Written,
  parent?: string,
): string[] =>
  complements.flatMap((node) => [
    ...noteOf(node, wordsOfElement(node.name, language, parent), written),
    ...complementNotes(node.children, language, written, node.name),
  ]);

function noteOf(node: XmlNode, words: ElementWords, written: Written): string[] {
  const fields = fieldsOf(node, words, written);
  if (fields.length === 0) return [];
  return [fields.map(([label, value]) => `${label}: ${value}`).join(' · ')];
}

/**
 * Draws a value that can be longer than a page. The value is printed across the whole width and can
 * continue on the next page.
 */
function drawWide(sheet: Sheet, [label, value = '']: Field): void {
  drawLines(sheet, sheet.pen.wrap(`${label}: ${value}`, sheet.width, sheet.style(8)));
  sheet.y += 3;
}

/**
 * The label that is printed for an element's text content, and the date on which the descriptions of codes
 * are looked up.
 */
interface Written {
  readonly content: string;
  readonly on: CalendarDate;
}

/**
 * Returns the description of a code. Other attributes can determine the meaning of the code, such as the
 * postal code for a colonia.
 */
function wordsOfCode(
  catalogName: string,
  code: string,
  attributes: XmlNode['attributes'],
  on: CalendarDate,
): string | undefined {
  const within = attributes[codesWithin[catalogName] ?? ''];
  const key = within === undefined ? code : `${within}-${code}`;
  const country = catalog(catalogName)?.get(key, on)?.attributes.country;
  // If the catalogue has no states of this country, the code might be found as a state of another country.
  // The code is therefore printed without a description.
  const isOther = country !== undefined && (attributes['Pais'] ?? country) !== country;
  return isOther ? undefined : described(catalogName, key, on);
}

function fieldsOf(
  { attributes, text }: XmlNode,
  { label, catalogOf }: ElementWords,
  { content, on }: Written,
): Field[] {
  const valueOf = (name: string, code: string): string => {
    const catalogName = catalogOf(name);
    return codeWithWords(code, catalogName && wordsOfCode(catalogName, code, attributes, on));
  };
  const fields = Object.entries(attributes)
    .filter(([name]) => !notPrinted.test(name))
    .map(([name, value]): Field => [label(name), valueOf(name, value)]);
  return text.trim() === '' ? fields : [...fields, [content, text.trim()]];
}
