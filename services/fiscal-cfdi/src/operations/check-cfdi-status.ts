import type { fiscalCfdi } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import { query, unavailable } from '@timbre/kit';
import { statusOf, type CfdiStatus } from '../domain/cancelling/cfdi-status';
import type { SatWords } from '../domain/cancelling/sat-status';

export interface StatusProviders {
  satStatus: SatWords;
  /**
   * The SAT's responses of the last minute, keyed by the printed expression of the CFDI. The status of a
   * CFDI is public, so all organizations share the cache.
   */
  statusAnswers: {
    get(expression: string): CfdiStatus | undefined;
    set(expression: string, status: CfdiStatus): unknown;
  };
}

/** The maximum number of simultaneous queries to the SAT. A single batch must not use all connections. */
const callsMax = 8;

/**
 * Queries the SAT for the status of any CFDI. A response of the SAT is cached for a minute. The operation
 * refuses with provider_unavailable if the SAT did not respond for at least one of the CFDI. A retry
 * queries only those CFDI for which the SAT has not responded yet.
 */
export const checkCfdiStatus = query(
  async (
    read,
    { documents }: fiscalCfdi.CheckCfdiStatusRequest,
    { satStatus, statusAnswers }: StatusProviders,
  ) => {
    const checkedAt = read.now.toISOString();
    const check = async (document: fiscalCfdi.CfdiExpression) => {
      const expression = expressionOf(document);
      const known = statusAnswers.get(expression);
      if (known) return known;
      const answer = await satStatus.ask(expression);
      const status = answer && statusOf(answer, checkedAt);
      if (status) statusAnswers.set(expression, status);
      return status;
    };
    const statuses: (CfdiStatus | undefined)[] = [];
    for (let at = 0; at < documents.length; at += callsMax)
      statuses.push(...(await Promise.all(documents.slice(at, at + callsMax).map(check))));
    if (statuses.includes(undefined))
      throw unavailable('The SAT’s status service does not answer.', undefined);
    const shown = documents.map(({ uuid }, index) => ({ uuid, ...statuses[index] }));
    return Buffer.from(JSON.stringify({ data: { documents: shown } }));
  },
);

/**
 * Builds the printed expression of a CFDI, which is the query to the SAT. The total has at least one
 * decimal, and no other trailing zeros.
 */
function expressionOf(document: fiscalCfdi.CfdiExpression): string {
  const { uuid, issuerRfc, receiverRfc, sealTail } = document;
  const total = Decimal.from(document.total).toString();
  const shown = total.includes('.') ? total : `${total}.0`;
  const [issuer, receiver] = [issuerRfc, receiverRfc].map((rfc) => rfc.replaceAll('&', '&amp;'));
  const tail = sealTail && `&fe=${sealTail}`;
  return `?id=${uuid.toUpperCase()}&re=${issuer}&rr=${receiver}&tt=${shown}${tail}`;
}
