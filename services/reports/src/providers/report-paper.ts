import type { fiscalCfdi, CallableRpcs } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { ReportPaper } from '../domain/ports';

/** Prints reports by calling fiscal-cfdi, which stores the style of the organization's documents. */
export const reportPaper = (
  client: Pick<ServiceClient<CallableRpcs<'reports', 'fiscal-cfdi'>>, 'printReport'>,
): ReportPaper<CallContext, fiscalCfdi.PrintReportRequest> => ({
  async print(context, report) {
    return (await client.printReport(report, withoutKey(context))).content;
  },
});
