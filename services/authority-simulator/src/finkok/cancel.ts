import { readCancellation, refusalCode, type CancellationRequest } from '../sat/signed-request';
import { currentCancellation } from '../sat/cancellation';
import { consultCfdi, statusOf } from '../sat/status';
import { takeCancellation } from '../sat/take-cancellation';
import type { Fields } from '../soap/envelope';
import { childText, type Element } from '../xml/tree';
import {
  errorOperation,
  INVALID_LOGIN,
  isEncodedTwice,
  xmlOf,
  type FinkokOperation,
  type FinkokParts,
  type FinkokService,
} from './operation';
import { receiverOperations } from './receiver';

type Family = 'cfdi' | 'retenciones';

const NO_RECEIPT = 'There is not a Cancellation receipt with that info';

/**
 * Finkok's SOAP service `cancel`. The service accepts only signed requests, because issuers do not send
 * their private keys.
 */
export const CANCEL_SERVICE: FinkokService = {
  cancel_signature: cancelSignature('cfdi'),
  get_sat_status: errorOperation(getSatStatus),
  get_receipt: errorOperation(getReceipt),
  ...receiverOperations,
};

export function cancelSignature(family: Family): FinkokOperation {
  return {
    refusedCredentials: { CodEstatus: INVALID_LOGIN },
    run: (body, parts) => ({ fields: cancel(xmlOf(body), parts, family) }),
  };
}

function cancel(xml: string, parts: FinkokParts, family: Family): Fields {
  const { counter, trusted, pac } = parts;
  const { cancelCode } = pac.knobs.pac('finkok');
  if (cancelCode) return { CodEstatus: cancelCode };
  if (isEncodedTwice(xml)) return { CodEstatus: '704' };
  const read = readCancellation(xml, trusted, counter.clock.now());
  if ('refusal' in read) return { CodEstatus: refusalCode(family, read.refusal.code) };
  if (read.request.family !== family) return { CodEstatus: refusalCode(family, '301') };
  const stranger = read.request.folios.find(
    ({ uuid }) => pac.stamps.byUuid(uuid)?.pac !== pac.name,
  );
  if (stranger) return { CodEstatus: `UUID: ${stranger.uuid.toUpperCase()} No Encontrado` };
  return requested(read.request, parts);
}

function requested(request: CancellationRequest, { counter, pac }: FinkokParts): Fields {
  const taken = takeCancellation(counter, request, 'soap');
  if (!taken.taken) return { CodEstatus: '708' };
  const folio = taken.folios.map(({ uuid, status }) => {
    const stamp = counter.stamps.byUuid(uuid);
    return {
      UUID: uuid.toUpperCase(),
      EstatusUUID: pac.knobs.pac('finkok').folioCode || status,
      EstatusCancelacion: stamp ? statusOf(counter, stamp).EstatusCancelacion : '',
    };
  });
  return {
    Folios: pac.knobs.pac('finkok').emptyFolios ? {} : { Folio: folio },
    Acuse: taken.acuse,
    Fecha: taken.date,
    RfcEmisor: request.rfc,
  };
}

function getSatStatus(body: Element, { counter }: FinkokParts): Fields {
  const field = (name: string) => childText(body, name) ?? '';
  const expression =
    `?id=${field('uuid')}&re=${field('taxpayer_id').replaceAll('&', '&amp;')}` +
    `&rr=${field('rtaxpayer_id').replaceAll('&', '&amp;')}&tt=${field('total')}`;
  return { sat: { ...consultCfdi(counter, expression), DetallesValidacionEFOS: '' } };
}

/**
 * Returns the SAT's receipt (acuse) of a cancellation request that it received (type `C`). The simulator
 * has no acuses of reception.
 */
function getReceipt(body: Element, { counter }: FinkokParts): Fields {
  const uuid = childText(body, 'uuid') ?? '';
  const rfc = childText(body, 'taxpayer_id') ?? '';
  const isOwn = counter.stamps.byUuid(uuid)?.document.issuerRfc === rfc;
  const cancellation = isOwn ? currentCancellation(counter, uuid) : undefined;
  if (!cancellation || childText(body, 'type') !== 'C')
    return { uuid, success: 'false', taxpayer_id: rfc, error: NO_RECEIPT };
  return {
    uuid,
    success: 'true',
    receipt: cancellation.acuse,
    taxpayer_id: rfc,
    date: cancellation.requestedAt.toISOString(),
  };
}
