import type { XmlNode } from '@timbre/cfdi';
import { drawFields, drawTitle, type Field } from './fields';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';

/** Further elements of a complement are only in its XML. */
const nodesMax = 2_000;
const longFrom = 400;
const notPrinted = /^(xmlns|xsi:|version$)/i;

/** Prints complements without their own layout: every element with its attributes, in order. */
export function drawOtherComplements(sheet: Sheet, complements: readonly XmlNode[] = []): void {
  let left = nodesMax;
  const draw = (node: XmlNode, title: string): void => {
    if ((left -= 1) < 0) return;
    const fields = fieldsOf(node, sheet.words.cfdi.content);
    if (fields.length > 0) {
      drawTitle(sheet, title);
      drawFields(
        sheet,
        fields.filter((field) => !isLong(field)),
      );
      for (const field of fields.filter(isLong)) drawLong(sheet, field);
      sheet.y += 3;
    }
    for (const child of node.children) draw(child, `${title} · ${words(localName(child.name))}`);
  };
  for (const complement of complements) draw(complement, words(localName(complement.name)));
}

const isLong = ([, value = '']: Field): boolean => value.length > longFrom;

/**
 * A value that may be longer than a page: it takes the whole width and may continue on the next
 * page.
 */
function drawLong(sheet: Sheet, [label, value = '']: Field): void {
  drawLines(sheet, sheet.pen.wrap(`${label}: ${value}`, sheet.width, sheet.style(8)));
  sheet.y += 3;
}

function fieldsOf({ attributes, text }: XmlNode, content: string): Field[] {
  const fields = Object.entries(attributes)
    .filter(([name]) => !notPrinted.test(name))
    .map(([name, value]): Field => [words(name), value]);
  return text.trim() === '' ? fields : [...fields, [content, text.trim()]];
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Splits `MontISRAcredRetMexico` into words: `Mont ISR Acred Ret Mexico`. */
const words = (name: string): string =>
  name.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
