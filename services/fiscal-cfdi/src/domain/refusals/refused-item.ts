import { parseComprobante, validateComprobante, type Comprobante } from '@timbre/cfdi';

/** A text that a PAC quotes in its message identifies an item only if it has at least this length. */
const quotedMin = 6;

/**
 * Returns the position of the item that a PAC refuses; undefined if it cannot be determined. The position
 * can be determined in four cases: the document has only one item, the local validation finds the same
 * fault, the message contains the number of the concept, or the message quotes a value that only one item
 * has. The parameter `xml` is the sealed document, `satCode` the code of the refusal, and `words` the PAC's
 * message.
 */
export function refusedItem(xml: string, satCode: string, words: string): number | undefined {
  const { document } = parseComprobante(xml);
  const { conceptos } = document;
  if (conceptos.length < 2) return conceptos.length - 1;
  const found = validateComprobante(document).find(
    ({ code, path }) => code === satCode && path[0] === 'conceptos' && path.length > 1,
  );
  if (found) return Number(found.path[1]);
  const said = /\bconcepto\s+(?:n[uú]mero|n[oº]\.?|#)?\s*(\d{1,4})\b/i.exec(words)?.[1];
  const position = Number(said) - 1;
  if (conceptos[position]) return position;
  const quoting = conceptos.flatMap((concepto, index) =>
    textsOf(concepto).some((text) => words.includes(text)) ? [index] : [],
  );
  return quoting.length === 1 ? quoting[0] : undefined;
}

const textsOf = ({
  claveProdServ,
  noIdentificacion = '',
  descripcion,
}: Comprobante['conceptos'][number]): string[] =>
  [claveProdServ, noIdentificacion, descripcion].filter((text) => text.length >= quotedMin);
