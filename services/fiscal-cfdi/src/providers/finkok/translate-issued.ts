import type { XmlNode } from '@timbre/cfdi';
import { isUuid } from '@timbre/fiscal';
import type { IssuedOutcome, StoredOutcome } from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';
import { child, children, childText, soapResult } from '../soap';

const invalidLogin = 'Invalid Username or Password';

type Failure = Exclude<IssuedOutcome, { outcome: 'listed' }>;

/**
 * Converts the response of `report_uuid` to an outcome (facts: pac-sat-webservices.md §1.7). A list with an
 * entry that is not a UUID is not used, because the other entries may be incomplete too.
 */
export function toIssued(answer: HttpOutcome): IssuedOutcome {
  const result = resultOf(answer, 'report_uuid');
  if ('outcome' in result) return result;
  const lines = children(child(result.node, 'invoices'), 'ReportUUID');
  const stamps = lines.map((line) => ({
    uuid: (childText(line, 'uuid') ?? '').toLowerCase(),
    stampedLocal: childText(line, 'date') ?? '',
  }));
  return stamps.every(({ uuid }) => isUuid(uuid))
    ? { outcome: 'listed', stamps }
    : unknown('the list has an entry without a UUID');
}

/**
 * Converts the response of `get_xml` to an outcome. For a moment, Finkok may return the path of a file
 * instead of its content; the outcome is then `unknown`, and the request can be repeated.
 */
export function toStored(answer: HttpOutcome): StoredOutcome {
  const result = resultOf(answer, 'get_xml');
  if ('outcome' in result) return result;
  const xml = childText(result.node, 'xml') ?? '';
  return xml.startsWith('<') ? { outcome: 'read', xml } : unknown(`no XML: ${xml.slice(0, 100)}`);
}

function resultOf(answer: HttpOutcome, operation: string): { node: XmlNode } | Failure {
  if (answer.outcome !== 'answered') return answer;
  const node = soapResult(answer.text, operation);
  if (!node) return unknown(`HTTP ${answer.status}, no result`);
  const error = childText(node, 'error');
  if (error === invalidLogin) return { outcome: 'account', code: 'credentials', message: error };
  return error ? unknown(error.slice(0, 500)) : { node };
}

const unknown = (message: string): Extract<Failure, { outcome: 'unknown' }> => ({
  outcome: 'unknown',
  cause: new Error(message),
});
