import type { fiscalCfdi } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import { query, unavailable } from '@timbre/kit';
import { statusOf, type CfdiStatus } from '../domain/cancelling/cfdi-status';
import type { SatWords } from '../domain/cancelling/sat-status';

export interface StatusProviders {
  satStatus: SatWords;
  /**
   * The SAT's responses of the last minute, keyed by printed expression. The status is public, so the cache
   * is shared by all organizations.
   */
  statusAnswers: {
    get(expression: string): CfdiStatus | undefined;
    set(expression: string, status: CfdiStatus): unknown;
  };
}

/** Maximum number of simultaneous calls to the SAT. A single batch must not take all connections. */
const callsMax = 8;

/**
 * Queries the SAT for the status of any CFDI. A response is reused for a minute. Refusals:
 * provider_unavailable if the SAT did not respond for one of the CFDI. A retry queries only the CFDI without
 * a response.
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

/** Builds the printed expression. The total has at least one decimal, and otherwise no trailing zeros. */
function expressionOf(document: fiscalCfdi.CfdiExpression): string {
  const { uuid, issuerRfc, receiverRfc, sealTail } = document;
  const total = Decimal.from(document.total).toString();
  const shown = total.includes('.') ? total : `${total}.0`;
  const [issuer, receiver] = [issuerRfc, receiverRfc].map((rfc) => rfc.replaceAll('&', '&amp;'));
  const tail = sealTail && `&fe=${sealTail}`;
  return `?id=${uuid.toUpperCase()}&re=${issuer}&rr=${receiver}&tt=${shown}${tail}`;
}
