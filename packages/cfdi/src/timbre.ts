import type { KeyObject } from 'node:crypto';
import { signCadena } from './seal';
import { timbreElement } from './timbre-grammar';
import type { Timbre } from './timbre-grammar';
import { writeDocument } from './write';
import { XmlError } from './xml';

/** The values of a stamp that the PAC has not signed yet. */
export interface TimbreRequest {
  readonly uuid: string;
  /** The time in central Mexico, `AAAA-MM-DDThh:mm:ss`. */
  readonly fechaTimbrado: string;
  readonly rfcProvCertif: string;
  readonly leyenda?: string;
  /** The Sello of the stamped document. */
  readonly selloCfd: string;
  readonly noCertificadoSat: string;
}

/** Returns the stamp, signed with the PAC's private key. */
export function signTimbre(request: TimbreRequest, privateKey: KeyObject): Timbre {
  const unsigned = { version: '1.1', ...request, selloSat: '' };
  return { ...unsigned, selloSat: signCadena(timbreCadena(unsigned), privateKey) };
}

/** Returns the XML of `tfd:TimbreFiscalDigital`, an element that declares its own namespaces. */
export function writeTimbre(timbre: Timbre): string {
  const { xml } = writeDocument(timbreElement, timbre);
  return xml.slice(xml.indexOf('\n') + 1);
}

/** Returns the cadena original of the stamp. The printed CFDI shows this cadena original. */
export function timbreCadena(timbre: Timbre): string {
  return writeDocument(timbreElement, timbre).cadena;
}

/**
 * Adds the stamp to a sealed document. All other bytes of the document remain unchanged. The
 * function throws XmlError for text without a document root.
 */
export function attachTimbre(xml: string, timbre: Timbre): string {
  const stamp = writeTimbre(timbre);
  const tags = withoutComments(xml);
  const root = /<([A-Za-z_][\w.-]*:)?(Comprobante|Retenciones)\b/.exec(tags);
  if (!root) throw new XmlError('the document is neither a Comprobante nor a Retenciones');
  const prefix = root[1] ?? '';
  const body = withoutAddenda(tags, prefix);
  const complement = `${prefix}Complemento`;
  const empty = new RegExp(`<${complement}\\s*/>`).exec(body);
  if (empty) {
    const after = xml.slice(empty.index + empty[0].length);
    return `${xml.slice(0, empty.index)}<${complement}>${stamp}</${complement}>${after}`;
  }
  const close = lastMatch(body, new RegExp(`</${complement}\\s*>`, 'g'));
  if (close >= 0) return `${xml.slice(0, close)}${stamp}${xml.slice(close)}`;
  const end = Math.min(body.length, tags.lastIndexOf(`</${prefix}${root[2]}`));
  return `${xml.slice(0, end)}<${complement}>${stamp}</${complement}>${xml.slice(end)}`;
}

/**
 * Adds an Addenda to a stamped Comprobante, after everything that the seal and the stamp cover. All
 * other bytes of the document remain unchanged. The function throws XmlError for text without a
 * document root.
 */
export function attachAddenda(xml: string, addenda: string): string {
  const close = [...withoutComments(xml).matchAll(/<\/([A-Za-z_][\w.-]*:)?Comprobante\s*>/g)].at(
    -1,
  );
  if (!close) throw new XmlError('the document is not a Comprobante');
  const name = `${close[1] ?? ''}Addenda`;
  return `${xml.slice(0, close.index)}<${name}>${addenda}</${name}>${xml.slice(close.index)}`;
}

/** Returns the position of the last match; -1 if there is no match. */
function lastMatch(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}

/** Replaces comments with blanks of the same length, so that all positions remain the same. */
function withoutComments(xml: string): string {
  return xml.replace(/<!--[\s\S]*?-->/g, (comment) => ' '.repeat(comment.length));
}

/** Removes the Addenda, because it may contain elements that look like a complement. */
function withoutAddenda(xml: string, prefix: string): string {
  const addenda = xml.indexOf(`<${prefix}Addenda`);
  return addenda < 0 ? xml : xml.slice(0, addenda);
}
