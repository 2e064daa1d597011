import { Router } from 'express';
import { answerCancellation } from '../sat/cancellation';
import { pendingFor, relativesOf } from '../sat/relations';
import { readReceiverAnswer, readRelatedQuery } from '../sat/signed-request';
import type { CancellationCounter } from '../sat/take-cancellation';
import type { Stamp } from '../store/stamps';
import { transaction } from '../store/database';
import type { TrustedCertificates } from '../validation/certificate';
import { answerSw, swError, swSuccess } from './envelope';
import { readXmlPart } from './multipart';

const PROBLEMS = 'CACFDI33 - Problemas con el xml.';

/**
 * Serves SW's operations for receivers, which are `GET /pendings/{rfc}`, `POST /acceptreject/xml`, `POST
 * /relations/xml`.
 */
export function receiverRouter(counter: CancellationCounter, trusted: TrustedCertificates): Router {
  const router = Router();
  router.get('/pendings/:rfc', (request, response) => {
    const uuid = pendingFor(counter, request.params.rfc).map((pending) => pending.toUpperCase());
    const codStatus = uuid.length > 0 ? '1100' : '1101';
    answerSw(response, swSuccess({ uuid, codEstatus: codStatus }, { codStatus }));
  });
  router.post('/acceptreject/xml', async (request, response) => {
    const read = readReceiverAnswer(
      (await readXmlPart(request)) ?? '',
      trusted,
      counter.clock.now(),
    );
    if ('refusal' in read)
      return answerSw(
        response,
        swError(PROBLEMS, `CA${read.refusal.code} - ${read.refusal.message}.`),
      );
    const { rfc, folios } = read.request;
    const answered = transaction(counter.database, () =>
      folios.map(({ uuid, accepts }) => ({
        uuid: uuid.toUpperCase(),
        estatusUUID: answerCancellation(counter, rfc, uuid, accepts),
        respuesta: accepts ? 'Aceptacion' : 'Rechazo',
      })),
    );
    answerSw(response, swSuccess({ folios: answered }, { codStatus: '1000' }));
  });
  router.post('/relations/xml', async (request, response) => {
    const read = readRelatedQuery((await readXmlPart(request)) ?? '', trusted, counter.clock.now());
    if ('refusal' in read)
      return answerSw(
        response,
        swError(PROBLEMS, `CA${read.refusal.code} - ${read.refusal.message}.`),
      );
    const { parents, children } = relativesOf(counter, read.request.uuid);
    const isAlone = parents.length + children.length === 0;
    const data = {
      uuidConsultado: read.request.uuid.toUpperCase(),
      uuidsRelacionadosPadres: parents.map(relatedOf),
      uuidsRelacionadosHijos: children.map(relatedOf),
    };
    answerSw(response, swSuccess(data, { codStatus: isAlone ? '2001' : '2000' }));
  });
  return router;
}

function relatedOf({ uuid, document }: Stamp): object {
  return {
    uuid: uuid.toUpperCase(),
    rfcEmisor: document.issuerRfc,
    rfcReceptor: document.receiverRfc,
  };
}
