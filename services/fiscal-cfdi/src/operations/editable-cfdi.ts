import { conflict, notFound, Refusal, type Transaction } from '@timbre/kit';
import { documentRef, parseDocumentRef } from '@timbre/fiscal';
import { refusedEdit } from '../domain/editable';
import { Cfdi, cfdiName } from '../store/cfdi';

/** The identifier in a `cfdi:<id>`. @throws Refusal not_found for anything else */
export function cfdiIdOf(reference: string): string {
  const id = parseDocumentRef(reference, 'cfdi')?.id;
  if (id === undefined) throw notFound(cfdiName);
  return id;
}

/** The CFDI of a reference, locked. @throws Refusal not_found */
export function lockCfdi(tx: Transaction, reference: string): Promise<Cfdi> {
  return tx.lock(Cfdi, cfdiIdOf(reference), cfdiName);
}

/** The draft of a reference, locked. @throws Refusal not_found, conflict when it is no draft */
export async function lockDraft(tx: Transaction, reference: string): Promise<Cfdi> {
  const cfdi = await lockCfdi(tx, reference);
  const refused = refusedEdit(cfdi);
  if (!refused) return cfdi;
  const { message, reason } = refused;
  if (reason === 'not_a_draft') throw conflict(message, reason);
  const document = { documentRef: documentRef('cfdi', cfdi.id), editable: false };
  throw new Refusal('conflict', message, { reason, document });
}
