import { inPlaceOf } from '@timbre/fiscal';
import type { fiscalCfdi } from '@timbre/contract';
import { conflict, longCommand, replyWith, type Run } from '@timbre/kit';
import type { DraftInput } from '../domain/drafting/draft';
import { Cfdi, cfdiName } from '../store/cfdi/cfdi';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { acceptDraft } from '../workflows/drafting/accept-draft';
import { addDraft } from '../workflows/drafting/add-draft';
import { draftSourcesOf, type CfdiProviders } from '../workflows/drafting/draft-sources';
import { refuseReceipts } from '../workflows/drafting/draft-receipts';
import { cfdiKind, documentIdOf } from '../workflows/documents/fiscal-kinds';

/**
 * Creates a draft from the input of another document, with the current data of its customer, products and
 * employee.
 * @throws Refusal with conflict for an imported document, or with validation_error if the input breaks a
 * current rule
 */
export const duplicateCfdi = longCommand(
  async (run, { documentRef }: fiscalCfdi.DuplicateCfdiRequest, providers: CfdiProviders) => {
    const copied = await inputToCopy(run, documentIdOf(cfdiKind, documentRef));
    const { payrollSource, ...input } = duplicable(copied);
    const sources = await draftSourcesOf(input, providers, run.context);
    return run.finish(async (tx) => {
      const accepted = await acceptDraft(tx, input, sources, undefined, payrollSource?.details);
      return replyWith(cfdiDetail, await addDraft(tx, accepted, 'duplicated'), accepted.warnings);
    });
  },
);

/**
 * Returns the input without the data that cannot apply to a second document: the confirmation key, the
 * replaced documents, and the values of the addenda, such as a purchase order.
 */
function duplicable({ cancelReplaced: _, confirmation: __, relations, ...copied }: DraftInput) {
  const { addendaValues: ___, ...complements } = copied.complements ?? {};
  const input = copied.complements ? { ...copied, complements } : copied;
  const relatedDocuments = (relations?.relatedDocuments ?? []).filter(
    ({ relationship }) => relationship !== inPlaceOf,
  );
  return relatedDocuments.length > 0 ? { ...input, relations: { relatedDocuments } } : input;
}

/**
 * - not_drafted_here: the document was not drafted in Timbre, so there is no input to copy
 */
function inputToCopy(run: Run, cfdiId: string): Promise<DraftInput> {
  return run.step(async (tx) => {
    const { input, origin } = await tx.get(Cfdi, cfdiId, cfdiName);
    refuseReceipts({ origin });
    if (input.items.length > 0 || input.complement || input.payroll) return input;
    const message = 'This document was not drafted here; there is nothing to copy.';
    throw conflict(message, 'not_drafted_here');
  });
}
