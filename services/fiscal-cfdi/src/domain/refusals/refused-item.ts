import { parseComprobante, validateComprobante, type Comprobante } from '@timbre/cfdi';

/** Least length of a quoted text that identifies an item in a PAC's message. */
const quotedMin = 6;

/**
 * The position of the item that a PAC refuses, if one of these facts shows it: a document has one item, our
 * own validation finds the fault today, the words name the concept by its number, or they quote a value of
 * one item alone.
 * @param xml the sealed document
 * @param satCode the code of the refusal
 * @param words of the PAC
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
