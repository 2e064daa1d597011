import type { fiscalCfdi } from '@timbre/contract';
import { command, invalid, replyWith } from '@timbre/kit';
import { keptInput } from '../domain/complements/complement-nodes';
import type { Cfdi } from '../store/cfdi/cfdi';
import { cfdiChanged } from '../store/cfdi/cfdi-events';
import { recordEvent } from '../store/cfdi-history';
import { replaceRelations } from '../store/cfdi/cfdi-relations';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { replacePayments } from '../store/cfdi/invoice-payments';
import { acceptDraft } from '../workflows/drafting/accept-draft';
import { draftSourcesOf, inputOf, type CfdiProviders } from '../workflows/drafting/draft-sources';
import { refuseReceipts } from '../workflows/drafting/draft-receipts';
import { lockDraft, unsealed } from '../workflows/drafting/editable-document';
import { cfdiKind } from '../workflows/documents/fiscal-kinds';

/** Replaces the whole input of a draft. A draft whose stamp was rejected keeps its folio. */
export const updateCfdi = command(
  async (tx, request: fiscalCfdi.UpdateCfdiRequest, providers: CfdiProviders) => {
    const input = inputOf(request);
    const sources = await draftSourcesOf(input, providers, tx.context);
    const cfdi = await lockDraft(tx, cfdiKind, request.documentRef);
    refuseReceipts(cfdi);
    if (input.kind !== cfdi.kind) throw kindFixed(cfdi);
    const accepted = await acceptDraft(tx, input, sources, cfdi);
    const { seriesId, series, ...columns } = accepted;
    const kept = keptInput(columns.input, cfdi.id);
    Object.assign(cfdi, columns, { input: kept }, unsealed, { updatedAt: tx.now });
    if (cfdi.folio == null) Object.assign(cfdi, { seriesId, series });
    if (cfdi.paidDocuments) await replacePayments(tx, cfdi.id, cfdi.paidDocuments);
    await replaceRelations(tx, cfdi.id, cfdi.input);
    recordEvent(tx, cfdi.id, 'changed');
    tx.emit(() => cfdiChanged(cfdi));
    return replyWith(cfdiDetail, cfdi.id, accepted.warnings);
  },
);

/**
 * - kind_fixed: the kind of a draft cannot change
 */
const kindFixed = ({ kind }: Cfdi) =>
  invalid([{ path: ['kind'], code: 'kind_fixed', message: `The draft has kind ${kind}.` }]);
