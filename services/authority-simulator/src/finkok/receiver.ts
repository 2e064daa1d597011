import { answerCancellation } from '../sat/cancellation';
import { pendingFor, relativesOf } from '../sat/relations';
import { readReceiverAnswer, readRelatedQuery } from '../sat/signed-request';
import type { Fields } from '../soap/envelope';
import { transaction } from '../store/database';
import type { Stamp } from '../store/stamps';
import { childText, type Element } from '../xml/tree';
import { errorOperation, xmlOf, type FinkokOperation, type FinkokParts } from './operation';

const NO_RELATIVES = '2001 - No Existen cfdi relacionados al folio fiscal.';

/** The operations of the service `cancel` that receivers use. */
export const receiverOperations: Readonly<Record<string, FinkokOperation>> = {
  get_pending: errorOperation(getPending),
  get_out_pending: errorOperation(getOutPending),
  accept_reject_signature: errorOperation(acceptReject),
  get_related_signature: errorOperation(getRelated),
};

function getPending(body: Element, parts: FinkokParts): Fields {
  return pendingOf(body, parts, true);
}

/** Lists pending cancellations of documents that other PACs stamped. */
function getOutPending(body: Element, parts: FinkokParts): Fields {
  return pendingOf(body, parts, false);
}

function pendingOf(body: Element, { counter, pac }: FinkokParts, isOwn: boolean): Fields {
  const uuids = pendingFor(counter, childText(body, 'rtaxpayer_id') ?? '').filter(
    (uuid) => (counter.stamps.byUuid(uuid)?.pac === pac.name) === isOwn,
  );
  return { uuids: { 'tns:string': uuids.map((uuid) => uuid.toUpperCase()) } };
}

function acceptReject(body: Element, { counter, trusted }: FinkokParts): Fields {
  const read = readReceiverAnswer(xmlOf(body), trusted, counter.clock.now());
  if ('refusal' in read) return { error: `${read.refusal.code} - ${read.refusal.message}` };
  const { rfc, folios } = read.request;
  const answered = transaction(counter.database, () =>
    folios.map(({ uuid, accepts }) => ({
      accepts,
      line: { uuid: uuid.toUpperCase(), status: answerCancellation(counter, rfc, uuid, accepts) },
    })),
  );
  const lines = (accepts: boolean) =>
    answered.filter((one) => one.accepts === accepts).map(({ line }) => line);
  return { aceptacion: { Acepta: lines(true) }, rechazo: { Rechaza: lines(false) } };
}

function getRelated(body: Element, { counter, trusted }: FinkokParts): Fields {
  const read = readRelatedQuery(xmlOf(body), trusted, counter.clock.now());
  if ('refusal' in read) return { error: `${read.refusal.code} - ${read.refusal.message}` };
  const { parents, children } = relativesOf(counter, read.request.uuid);
  if (parents.length + children.length === 0) return { error: NO_RELATIVES };
  return { Padres: { Padre: parents.map(lineOf) }, Hijos: { Hijo: children.map(lineOf) } };
}

function lineOf({ uuid, document }: Stamp): Fields {
  return {
    uuid: uuid.toUpperCase(),
    emisor: document.issuerRfc,
    receptor: document.receiverRfc,
  };
}
