import { comprobanteElement } from './comprobante-grammar';
import type { Comprobante } from './comprobante';
import type { Comprobante33 } from './comprobante33';
import { comprobante33Element, parseComprobante33 } from './comprobante33';
import { StructureError, parseComprobante, parseRetenciones } from './parse';
import type { Parsed } from './parse';
import type { Retenciones } from './retenciones';
import { retencionesElement } from './retenciones';
import { verifyComprobante } from './verify';
import type { Verdict, VerifyOptions } from './verify';
import { verifyComprobante33 } from './verify33';
import { verifyRetenciones } from './verify-retenciones';
import { readXml } from './xml';
import type { ReadLimits } from './xml';
import { STRUCTURE } from './finding';

/** A document of any kind that this engine reads. */
export type ParsedDocument =
  | ({ readonly kind: 'comprobante' } & Parsed<Comprobante>)
  | ({ readonly kind: 'comprobante33' } & Parsed<Comprobante33>)
  | ({ readonly kind: 'retenciones' } & Parsed<Retenciones>);

type Kind = ParsedDocument['kind'];

const KINDS: Readonly<Record<string, Kind>> = {
  [comprobanteElement.name]: 'comprobante',
  [comprobante33Element.name]: 'comprobante33',
  [retencionesElement.name]: 'retenciones',
};

/** Reads a document by its root. Throws XmlError or StructureError as the readers of each kind. */
export function parseDocument(xml: string | Uint8Array, limits?: ReadLimits): ParsedDocument {
  const kind = kindOf(xml, limits);
  if (kind === 'comprobante') return { kind, ...parseComprobante(xml, limits) };
  if (kind === 'comprobante33') return { kind, ...parseComprobante33(xml, limits) };
  return { kind, ...parseRetenciones(xml, limits) };
}

/** Says everything that is wrong with a document of any kind. Throws as `parseDocument` for another. */
export function verifyDocument(
  xml: string | Uint8Array,
  options: VerifyOptions = {},
): Verdict<Comprobante | Comprobante33 | Retenciones> {
  const kind = kindOf(xml, options);
  if (kind === 'comprobante') return verifyComprobante(xml, options);
  if (kind === 'comprobante33') return verifyComprobante33(xml, options);
  return verifyRetenciones(xml, options);
}

function kindOf(xml: string | Uint8Array, limits: ReadLimits | undefined): Kind {
  const { name } = readXml(xml, limits);
  const kind = KINDS[name];
  if (kind) return kind;
  const message = `${name} is not a document of the SAT that this engine reads`;
  throw new StructureError([{ code: STRUCTURE, path: [], message }]);
}
