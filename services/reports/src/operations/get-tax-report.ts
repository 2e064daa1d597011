import type { reports } from '@timbre/contract';
import { daysInMonth, localDateIn } from '@timbre/fiscal';
import { notFound, query, type CallContext } from '@timbre/kit';
import { declarationOf } from '../domain/taxes/announced-declaration';
import { contributionsOf } from '../domain/taxes/contributors';
import { taxReportOf, taxScopeOf } from '../domain/taxes/tax-report';
import { counterpartySums, declarationsOf, knownRfc, taxpayerOf } from '../store/taxes';

export interface TaxProviders {
  /**
   * Reads the RFC of the organization from fiscal-cfdi. Returns undefined if the organization has no
   * fiscal profile.
   */
  ownRfc: (context: CallContext) => Promise<string | undefined>;
}

const pad = (month: number): string => String(month).padStart(2, '0');

/** Reports taxes from declarations, together with sums of the CFDI of the same months. */
export const getTaxReport = query(
  async (read, request: reports.GetTaxReportRequest, { ownRfc }: TaxProviders) => {
    const { fiscalYear } = request;
    // The event of a new fiscal profile may not have arrived yet, so the RFC is read from
    // fiscal-cfdi.
    const rfc = (await knownRfc(read)) ?? (await ownRfc(read.context));
    if (rfc === undefined) throw notFound('fiscal profile');
    const [taxpayer, announced] = await Promise.all([
      taxpayerOf(read, rfc),
      declarationsOf(read, rfc, fiscalYear),
    ]);
    const today = localDateIn(read.businessNow.getTime(), 'America/Mexico_City');
    const scope = taxScopeOf(taxpayer, announced.map(declarationOf), request, today);
    const [first, last] = scope.months;
    const sums = await counterpartySums(read, {
      from: `${fiscalYear}-${pad(first)}-01`,
      to: `${fiscalYear}-${pad(last)}-${daysInMonth(fiscalYear, last)}`,
    });
    const data = taxReportOf(request, scope, contributionsOf(sums));
    return Buffer.from(JSON.stringify({ data }));
  },
);
