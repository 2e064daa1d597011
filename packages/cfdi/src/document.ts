import { comprobanteElement } from './comprobante-grammar';
import type { Comprobante } from './comprobante';
import type { Comprobante33 } from './comprobante33';
import { comprobante33Element, parseComprobante33 } from './comprobante33';
import { StructureError, parseComprobante, parseRetenciones, rootOf } from './parse';
import type { Parsed, Source } from './parse';
import { structureFinding } from './place';
import type { Retenciones } from './retenciones';
import { retencionesElement } from './retenciones';
import { verifyComprobante } from './verify';
import type { Verdict, VerifyOptions } from './verify';
import { verifyComprobante33 } from './verify33';
import { verifyRetenciones } from './verify-retenciones';
import type { ReadLimits, XmlNode } from './xml';

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

/** Reads a document of any kind. Throws XmlError or StructureError, as the readers of each kind do. */
export function parseDocument(source: Source, limits?: ReadLimits): ParsedDocument {
  const root = rootOf(source, limits);
  const kind = kindOf(root);
  if (kind === 'comprobante') return { kind, ...parseComprobante(root) };
  if (kind === 'comprobante33') return { kind, ...parseComprobante33(root) };
  return { kind, ...parseRetenciones(root) };
}

/** Reports everything wrong with a document of any kind. Throws as `parseDocument` does. */
export function verifyDocument(
  source: Source,
  options: VerifyOptions = {},
): Verdict<Comprobante | Comprobante33 | Retenciones> {
  const root = rootOf(source, options);
  const kind = kindOf(root);
  if (kind === 'comprobante') return verifyComprobante(root, options);
  if (kind === 'comprobante33') return verifyComprobante33(root, options);
  return verifyRetenciones(root, options);
}

function kindOf({ name }: XmlNode): Kind {
  const kind = KINDS[name];
  if (kind) return kind;
  const message = `this engine reads no SAT document with the root ${name}`;
  throw new StructureError([structureFinding(undefined, message)]);
}
