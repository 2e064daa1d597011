import type { CallableRpcs } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { StatementPaper } from '../domain/ports';

/** Prints statements by calling fiscal-cfdi, which stores the style of the organization's documents. */
export const statementPaper = (
  client: Pick<ServiceClient<CallableRpcs<'accounts', 'fiscal-cfdi'>>, 'printSalesDocument'>,
): StatementPaper<CallContext> => ({
  async print(context, statement) {
    return (await client.printSalesDocument(statement, withoutKey(context))).content;
  },
});
