import { comprobanteElement } from './comprobante-grammar';
import type { Comprobante } from './comprobante';
import type { Comprobante33 } from './comprobante33';
import { comprobante33Element, parseComprobante33 } from './comprobante33';
import { UNREAD_VERSION } from './finding';
import { StructureError, parseComprobante, parseRetenciones, rootOf } from './parse';
import type { Parsed, Source } from './parse';
import { structureFinding } from './place';
import type { Retenciones } from './retenciones';
import { retencionesElement } from './retenciones';
import type { Retenciones10 } from './retenciones10';
import { parseRetenciones10, retenciones10Element } from './retenciones10';
import { verifyComprobante } from './verify';
import type { Verdict, VerifyOptions } from './verify';
import { verifyComprobante33 } from './verify33';
import { verifyRetenciones, verifyRetenciones10 } from './verify-retenciones';
import type { ReadLimits, XmlNode } from './xml';

/** A document of any kind that this package can read. */
export type ParsedDocument =
  | ({ readonly kind: 'comprobante' } & Parsed<Comprobante>)
  | ({ readonly kind: 'comprobante33' } & Parsed<Comprobante33>)
  | ({ readonly kind: 'retenciones' } & Parsed<Retenciones>)
  | ({ readonly kind: 'retenciones10' } & Parsed<Retenciones10>);

type Kind = ParsedDocument['kind'];

const KINDS: Readonly<Record<string, Kind>> = {
  [comprobanteElement.name]: 'comprobante',
  [comprobante33Element.name]: 'comprobante33',
  [retencionesElement.name]: 'retenciones',
  [retenciones10Element.name]: 'retenciones10',
};

/**
 * Reads a document of any kind. The function throws XmlError or StructureError, like the reader of
 * each kind.
 */
export function parseDocument(source: Source, limits?: ReadLimits): ParsedDocument {
  const root = rootOf(source, limits);
  const kind = kindOf(root);
  if (kind === 'comprobante') return { kind, ...parseComprobante(root) };
  if (kind === 'comprobante33') return { kind, ...parseComprobante33(root) };
  if (kind === 'retenciones10') return { kind, ...parseRetenciones10(root) };
  return { kind, ...parseRetenciones(root) };
}

/** Reports all faults in a document of any kind. Throws the same errors as `parseDocument`. */
export function verifyDocument(
  source: Source,
  options: VerifyOptions = {},
): Verdict<Comprobante | Comprobante33 | Retenciones | Retenciones10> {
  const root = rootOf(source, options);
  const kind = kindOf(root);
  if (kind === 'comprobante') return verifyComprobante(root, options);
  if (kind === 'comprobante33') return verifyComprobante33(root, options);
  if (kind === 'retenciones10') return verifyRetenciones10(root, options);
  return verifyRetenciones(root, options);
}

/** The version that the reader of each kind of document supports. */
const VERSIONS: Readonly<Record<Kind, string>> = {
  comprobante: '4.0',
  comprobante33: '3.3',
  retenciones: '2.0',
  retenciones10: '1.0',
};

function kindOf(root: XmlNode): Kind {
  refuseUnreadVersion(root);
  const kind = KINDS[root.name];
  if (kind) return kind;
  const message = `the root element is ${root.name}, not cfdi:Comprobante or retenciones:Retenciones`;
  throw new StructureError([structureFinding(undefined, message)]);
}

const DOCUMENT_NAME = /(?:^|[:}])(Comprobante|Retenciones)$/;

/** Throws StructureError for a version of CFDI or Retenciones that this package cannot read. */
export function refuseUnreadVersion({ name, attributes }: XmlNode): void {
  const [, document] = DOCUMENT_NAME.exec(name) ?? [];
  // The attribute is also read in lower case, because its name begins with a lower-case letter up
  // to CFDI 3.2.
  const version = (attributes['Version'] ?? attributes['version'])?.trim();
  const kind = KINDS[name];
  if (document === undefined || version === undefined) return;
  if (kind && version === VERSIONS[kind]) return;
  const called = document === 'Comprobante' ? 'CFDI' : document;
  const message = `version ${version} of ${called} is not read; CFDI 4.0 and 3.3, Retenciones 2.0 and 1.0 are`;
  throw new StructureError([{ code: UNREAD_VERSION, path: ['version'], message }]);
}
