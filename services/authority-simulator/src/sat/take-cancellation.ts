import { centralTime } from '../clock';
import { scenarioOf } from '../scenarios/catalogue';
import { transaction, type Database } from '../store/database';
import { writeAcuse, type AcuseFolio, type AcuseShape } from './acuse';
import { requestCancellation, type CancellationDesk } from './cancellation';
import type { CancellationRequest } from './signed-request';

export interface CancellationCounter extends CancellationDesk {
  readonly database: Database;
  readonly acuseKey: Buffer;
}

export type TakenCancellation =
  | {
      readonly taken: true;
      readonly date: string;
      readonly folios: AcuseFolio[];
      readonly acuse: string;
    }
  | { readonly taken: false };

/**
 * Forwards a verified cancellation request to the SAT. `taken` is false if the SAT is unreachable (708).
 */
export function takeCancellation(
  counter: CancellationCounter,
  request: CancellationRequest,
  shape: AcuseShape,
): TakenCancellation {
  if (request.folios.some(({ uuid }) => isUnreachable(counter, uuid))) return { taken: false };
  const date = acuseDate(counter.clock.now());
  const content = { family: request.family, date, issuerRfc: request.rfc };
  const acuseOf = (folios: AcuseFolio[]) =>
    writeAcuse({ ...content, folios }, shape, counter.acuseKey);
  return transaction(counter.database, () => {
    const folios = request.folios.map((folio) => {
      const status = requestCancellation(counter, request.rfc, folio, (kept) =>
        acuseOf([{ uuid: folio.uuid, status: kept }]),
      );
      return { uuid: folio.uuid, status: statusIn(status, request.family) };
    });
    return { taken: true, date, folios, acuse: acuseOf(folios) };
  });
}

/**
 * Returns the SAT's status code for the given kind of document. The codes 201 and 202 of CFDI are 1201 and
 * 1202 for withholding documents.
 */
function statusIn(status: string, family: CancellationRequest['family']): string {
  return family === 'retenciones' && /^20\d$/.test(status) ? `1${status}` : status;
}

function isUnreachable(counter: CancellationCounter, uuid: string): boolean {
  const stamp = counter.stamps.byUuid(uuid);
  return !!stamp && scenarioOf(stamp.document)?.effect.cancellation === 'unreachable';
}

function acuseDate(now: Date): string {
  return `${centralTime(now)}.${String(now.getMilliseconds()).padStart(3, '0')}`;
}
