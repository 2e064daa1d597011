import { sayNotActive } from '@timbre/api';
import type { CfdiRelacionados } from '@timbre/cfdi';
import { documentRef, inPlaceOf, type Issue, isUuid, requiredCatalog } from '@timbre/fiscal';
import { cfdiTypes, type CfdiKind, type Draft, type DraftInput } from './draft';
import type { RelatedSource } from './draft-sources';

/** Returns the related documents of a draft, grouped by relationship. */
export const relatedDocumentsOf = ({ creditNote, relations }: DraftInput) =>
  creditNote?.relatedDocuments ?? relations?.relatedDocuments ?? [];

/** Returns the UUIDs of the documents that a draft replaces (relationship 04). */
export const replacedUuids = (input: DraftInput): string[] =>
  relatedDocumentsOf(input).flatMap(({ relationship, documents }) =>
    relationship === inPlaceOf ? documents : [],
  );

/** Builds the SAT elements CfdiRelacionados from a draft's input. */
export const cfdiRelacionadosOf = (input: DraftInput): CfdiRelacionados[] =>
  relatedDocumentsOf(input).map(({ relationship, documents }) => ({
    tipoRelacion: relationship,
    cfdiRelacionado: documents.map((uuid) => ({ uuid: uuid.toLowerCase() })),
  }));

interface Relationship {
  /** Documents of these types (c_TipoDeComprobante) may use the relationship. */
  of: string;
  /** The relationship may refer to documents of these types (c_TipoDeComprobante). */
  to: string;
}

/**
 * The types of documents that may have each relationship, and the types to which they may relate. The
 * source is the SAT's fill-in guide of Anexo 20 (4.0), TipoRelacion, read 2026-11-23. Under relationship
 * 04, documents of types I and E may replace each other; documents of other types may replace only
 * documents of their own type.
 */
const relationships: Readonly<Record<string, Relationship>> = {
  '01': { of: 'IE', to: 'IE' },
  '02': { of: 'IE', to: 'IE' },
  '03': { of: 'IE', to: 'IT' },
  '05': { of: 'T', to: 'IE' },
  '06': { of: 'IE', to: 'T' },
  '07': { of: 'IE', to: 'IE' },
};

const typesOf = (relationship: string, kind: CfdiKind): Relationship | undefined => {
  const type = cfdiTypes[kind];
  if (relationship === inPlaceOf) return { of: type, to: 'IE'.includes(type) ? 'IE' : type };
  return relationships[relationship];
};

const canHave = (kind: CfdiKind, relationship: string): boolean =>
  typesOf(relationship, kind)?.of.includes(cfdiTypes[kind]) === true;

/**
 * Returns whether a document of kind `kind` may relate to a document of kind `named` under a
 * relationship.
 */
export function canRelate(kind: CfdiKind, relationship: string, named: CfdiKind): boolean {
  const { to = '' } = typesOf(relationship, kind) ?? {};
  return canHave(kind, relationship) && to.includes(cfdiTypes[named]);
}

/** A related document, with its path in the input and its stored record. */
export interface Named {
  relationship: string;
  uuid: string;
  path: (string | number)[];
  known: RelatedSource | undefined;
}

/** Returns all related documents of a draft, in the order of the input. */
export function namedDocuments({ input, related }: Draft): Named[] {
  const byUuid = new Map(related?.documents.map((source) => [source.uuid, source]));
  return relatedDocumentsOf(input).flatMap(({ relationship, documents }, index) =>
    documents.map((uuid, position) => ({
      relationship,
      uuid,
      path: ['relatedDocuments', index, 'documents', position],
      known: byUuid.get(uuid.toLowerCase()),
    })),
  );
}

/**
 * Checks the related documents of a draft. The type and status of a related document can be checked
 * only if it is stored.
 * - relationship_not_in_catalog: the relationship is not an active code of c_TipoRelacion
 * - relationship_not_allowed: a document of this kind cannot use the relationship
 * - documents_missing, uuid_invalid
 * - document_repeated: a relationship lists the same document twice
 * - related_kind_not_allowed: this relationship cannot refer to a document of that kind; 01, for
 *   example, cannot refer to a payroll receipt
 * - replaced_missing: `cancelReplaced` needs a document under relationship 04
 * - replaced_not_cancelable: `cancelReplaced` can cancel only valid documents of your organization
 * - replaced_already: another document already replaces the document, so the sale would be invoiced twice
 */
export function relatedIssues(draft: Draft, today: string): Issue[] {
  const seen = new Set<string>();
  const issues = relatedDocumentsOf(draft.input).flatMap(({ relationship, documents }, index) => {
    const path = ['relatedDocuments', index];
    const found = relationshipIssues(relationship, draft.kind, path, today);
    if (documents.length === 0) {
      const message = 'A relationship must name at least one document.';
      found.push({ path: [...path, 'documents'], code: 'documents_missing', message });
    }
    return found;
  });
  for (const named of namedDocuments(draft)) {
    issues.push(...namedIssues(named, draft, seen));
    seen.add(keyOf(named));
  }
  return [...issues, ...replacedIssues(draft)];
}

const keyOf = ({ relationship, uuid }: Named) => `${relationship} ${uuid.toLowerCase()}`;

function relationshipIssues(
  relationship: string,
  kind: CfdiKind,
  path: (string | number)[],
  today: string,
): Issue[] {
  const at = [...path, 'relationship'];
  if (!requiredCatalog('c_TipoRelacion').isActive(relationship, today)) {
    const said = sayNotActive('c_TipoRelacion', relationship, today);
    return [{ path: at, code: 'relationship_not_in_catalog', ...said }];
  }
  if (canHave(kind, relationship)) return [];
  const message = `A document of type ${cfdiTypes[kind]} cannot have relationship ${relationship}.`;
  return [{ path: at, code: 'relationship_not_allowed', message }];
}

function namedIssues(named: Named, { kind }: Draft, seen: ReadonlySet<string>): Issue[] {
  const { relationship, uuid, path, known } = named;
  if (!isUuid(uuid)) return [{ path, code: 'uuid_invalid', message: 'Not the UUID of a CFDI.' }];
  if (seen.has(keyOf(named))) {
    const message = 'This relationship already names the document.';
    return [{ path, code: 'document_repeated', message }];
  }
  if (!known || !canHave(kind, relationship)) return [];
  if (canRelate(kind, relationship, known.kind as CfdiKind)) return [];
  const type = cfdiTypes[known.kind as CfdiKind];
  const message = `Relationship ${relationship} cannot name a document of type ${type}.`;
  return [{ path, code: 'related_kind_not_allowed', message }];
}

function replacedIssues(draft: Draft): Issue[] {
  if (!draft.input.cancelReplaced) return [];
  const replaced = namedDocuments(draft).filter(({ relationship }) => relationship === inPlaceOf);
  if (replaced.length === 0) {
    const message = 'Name the documents to cancel under relationship 04.';
    return [{ path: ['cancelReplaced'], code: 'replaced_missing', message }];
  }
  return replaced.flatMap(({ known, path }) => {
    if (known?.status !== 'valid') {
      const message = 'Only a valid document that you issued can be canceled after the stamp.';
      return [{ path, code: 'replaced_not_cancelable', message }];
    }
    const { replacementId } = known;
    if (replacementId === null || replacementId === draft.id) return [];
    const message = `${documentRef('cfdi', replacementId)} replaces the document already; leave cancelReplaced out if this one does too.`;
    return [{ path, code: 'replaced_already', message }];
  });
}

/**
 * Returns warnings about probable mistakes in the related documents.
 * - replaced_document_valid: the replaced document is still valid, and the SAT expects it to be canceled;
 *   `cancelReplaced` cancels it
 * - replaced_document_paid: the replaced document has payment complements; the SAT refuses its cancellation
 *   until they are canceled
 * - related_document_canceled: the related document is canceled, which is usual only with relationship 04
 */
export function relatedWarnings(draft: Draft): Issue[] {
  return namedDocuments(draft).flatMap(({ relationship, path, known }) => {
    if (!known) return [];
    const isReplaced = relationship === inPlaceOf;
    const isValid = known.status === 'valid';
    const warnings: Issue[] = [];
    if (isReplaced && isValid && !draft.input.cancelReplaced) {
      const message = `The document ${known.uuid} is still valid; cancel it with motive 01 after the stamp, or set cancelReplaced.`;
      warnings.push({ path, code: 'replaced_document_valid', message });
    }
    if (isReplaced && isValid && known.isPaid) {
      const message = `Payment complements of ${known.uuid} are valid; cancel them first.`;
      warnings.push({ path, code: 'replaced_document_paid', message });
    }
    if (!isReplaced && known.status === 'canceled') {
      const message = `The document ${known.uuid} is canceled.`;
      warnings.push({ path, code: 'related_document_canceled', message });
    }
    return warnings;
  });
}
