import type { commerce } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { isIdentifier, longCommand, notFound, replyWith } from '@timbre/kit';
import { Expense, expenseDetail, expenseIdOf } from '../store/expenses';
import { linkCfdi, markCanceled, unlinkCfdi, type ExpenseProviders } from '../workflows/link-cfdi';

const unknownCfdi = {
  path: ['cfdiDocumentRef'],
  code: 'cfdi_not_found',
  message: 'No CFDI with this identifier exists in your organization.',
};

export const linkExpenseCfdi = longCommand(
  async (run, request: commerce.LinkExpenseCfdiRequest, { invoices }: ExpenseProviders) => {
    const id = expenseIdOf(request.documentRef);
    await run.read.get(Expense, id, expenseDetail.name);
    const reply = replyWith(expenseDetail, id);
    const { cfdiDocumentRef, acceptDifference } = request;
    if (cfdiDocumentRef === undefined) {
      return run.finish((tx) => unlinkCfdi(tx, id).then(() => reply));
    }
    const cfdiId = parseDocumentRef(cfdiDocumentRef, 'cfdi')?.id ?? '';
    const find = () => (isIdentifier(cfdiId) ? invoices.find(run.context, cfdiId) : undefined);
    const invoice = await find();
    if (!invoice) throw notFound('CFDI', [unknownCfdi]);
    await run.step((tx) => linkCfdi(tx, id, invoice, acceptDifference));
    // The CFDI is read again: if it was canceled before the commit, the cancellation event found no
    // link to mark.
    const isCanceled = (await find())?.status === 'canceled';
    return run.finish(async (tx) => {
      if (isCanceled) await markCanceled(tx, cfdiId);
      return reply;
    });
  },
);
