import { LockMode } from '@mikro-orm/postgresql';
import { isOpen } from '../../domain/stamping/attempt-state';
import { isSameCfdi, isSameWithholding, markOf } from '../../domain/recovery/same-document';
import type { Transaction } from '@timbre/kit';
import type { Cfdi } from '../../store/cfdi/cfdi';
import type { FiscalDocument } from '../../store/fiscal-documents';
import {
  candidatesMax,
  cfdiDraftsLike,
  withholdingDraftsLike,
} from '../../store/recovery/unstamped-drafts';
import { openAttempt, type StampAttempt } from '../../store/stamping/stamp-attempts';
import type { Withholding } from '../../store/withholdings/withholdings';
import { fiscalKindOf } from '../documents/fiscal-kinds';
import { selloHash } from '../stamping/settle-attempt';
import { marginMs, stampedAt, stampTime, type FoundStamp } from './found-stamp';

/** Locks what the transaction will change; a dry run only reads. */
export type Locking = { lockMode?: LockMode };

export const locked: Locking = { lockMode: LockMode.PESSIMISTIC_WRITE };

/** A document that has the seal or the content of a stamped document. */
export interface FoundDraft {
  document: FiscalDocument;
  /** The open attempt of this seal; undefined if the document has no open attempt. */
  open: StampAttempt | undefined;
  equalDrafts: number;
}

/**
 * Finds the document with the seal of a stamp, or else the oldest draft with its content. A draft of which
 * another seal is being stamped does not match.
 * @returns the document; `too_many_drafts` if the drafts that look alike are too many to compare and none of the
 * compared drafts has the content; undefined if there is no such draft
 */
export async function findDraft(
  tx: Transaction,
  found: FoundStamp,
  locking: Locking,
): Promise<FoundDraft | 'too_many_drafts' | undefined> {
  const { entity } = fiscalKindOf(found.read.kind);
  const hash = selloHash(found.read.sello);
  const sealed = await tx.findBy(entity, { selloHash: hash }, locking);
  if (sealed) {
    const document = sealed as FiscalDocument;
    return { document, open: await openAttempt(tx, document.id), equalDrafts: 1 };
  }
  const { ids, isCut } = await equalDrafts(tx, found);
  for (const id of ids) {
    // The draft is compared again after it is locked, because it may have changed since.
    const draft = (await tx.findBy(entity, { id }, locking)) as Draft | undefined;
    const open = draft && (await openAttempt(tx, id));
    if (draft && !(open && isOpen(open.state)) && isDraftOf(draft, found))
      return { document: draft, open: undefined, equalDrafts: ids.length };
  }
  return isCut ? 'too_many_drafts' : undefined;
}

type Draft = Cfdi | Withholding;

/** Returns the drafts with the content of a stamped document, the oldest first, without locking them. */
async function equalDrafts(
  tx: Transaction,
  found: FoundStamp,
): Promise<{ ids: string[]; isCut: boolean }> {
  const ids = (await draftsLike(tx, found)).map(({ id }) => id);
  const { entity } = fiscalKindOf(found.read.kind);
  const rows = (await tx.findAll(entity, ids)) as Draft[];
  const equal = new Set(rows.filter((row) => isDraftOf(row, found)).map(({ id }) => id));
  return { ids: ids.filter((id) => equal.has(id)), isCut: ids.length === candidatesMax };
}

function draftsLike(tx: Transaction, { read }: FoundStamp): Promise<{ id: string }[]> {
  const { columns } = read;
  const { total, externalFolio: folio } = columns;
  if (read.kind === 'withholding') return withholdingDraftsLike(tx, { total, folioInt: folio });
  const { kind, counterpartyRfc: rfc, series } = read.columns;
  const mark = markOf(read.columns);
  return cfdiDraftsLike(tx, { kind, rfc, total, series, folio, mark });
}

function isDraftOf(draft: Draft, found: FoundStamp): boolean {
  const { read } = found;
  if (draft.status !== 'draft' || !isCreatedBefore(draft, found)) return false;
  if (read.kind === 'withholding') return isSameWithholding(draft as Withholding, read.columns);
  const { series, folio } = draft;
  const isNumberedAlike =
    (series == null || series === read.columns.series) &&
    (folio == null || String(folio) === read.columns.externalFolio);
  return isNumberedAlike && isSameCfdi(draft as Cfdi, read.columns);
}

/** A draft that was created after the stamp is another document with the same content. */
const isCreatedBefore = ({ createdAt }: Draft, found: FoundStamp): boolean =>
  stampTime(new Date(createdAt).getTime() - marginMs) <= stampedAt(found);
