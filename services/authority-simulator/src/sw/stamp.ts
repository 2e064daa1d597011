import { Router, type Request, type Response } from 'express';
import { stampDocument, type StampAnswer, type StampingPac } from '../stamping/stamp';
import { withWrongStamp } from '../stamping/wrong-stamp';
import { accountOf } from './authenticate';
import { answerSw, swError } from './envelope';
import { readXmlPart } from './multipart';
import { SW_VERSIONS, toSwAnswer, type SwVersion } from './stamp-answer';

const CUSTOM_ID_MAX = 100;

/**
 * Serves `POST [/v4]/cfdi33/stamp/{v1..v4}[/b64]` and `/retencion/stamp/{v}[/b64]`, which stamp a sealed
 * document. The paths contain the number 33, as SW's paths do, but the services accept CFDI 4.0.
 */
export function stampRouter(pac: StampingPac): Router {
  const router = Router();
  const route = (path: string, family: 'cfdi' | 'retenciones') =>
    router.post([path, `${path}/b64`], (request, response) =>
      stamp(pac, family, request as Request<{ version: string }>, response),
    );
  route('/v4/cfdi33/stamp/:version', 'cfdi');
  route('/cfdi33/stamp/:version', 'cfdi');
  route('/retencion/stamp/:version', 'retenciones');
  return router;
}

async function stamp(
  pac: StampingPac,
  family: 'cfdi' | 'retenciones',
  request: Request<{ version: string }>,
  response: Response,
): Promise<void> {
  const version = SW_VERSIONS.find((known) => known === request.params.version);
  if (!version) return answerSw(response, swError('404 - Recurso no encontrado.', '', null, 404));
  const customId = request.path.startsWith('/v4/') ? request.get('customid') : undefined;
  if (customId !== undefined && (customId.trim() === '' || customId.length > CUSTOM_ID_MAX))
    return answerSw(
      response,
      swError('CFDI3308 - El customId no es válido.', 'De 1 a 100 caracteres.'),
    );
  const isBase64 = request.path.endsWith('/b64');
  const part = await readXmlPart(request);
  const xml = part && isBase64 ? Buffer.from(part, 'base64').toString('utf8') : part;
  if (!xml) return answerSw(response, swError('Xml CFDI33 no proporcionado o viene vacio.'));
  const wanted = family === 'cfdi' ? /<(\w+:)?Comprobante[\s>]/ : /<(\w+:)?Retenciones[\s>]/;
  if (!wanted.test(xml)) return answerSw(response, swError('301 - XML mal formado.', 'Otra raíz.'));
  const { stampCode } = pac.knobs.pac('sw');
  if (stampCode)
    return answerSw(response, swError(`${stampCode} - Respuesta pedida al simulador.`));
  const answer = stampDocument(pac, { xml, account: accountOf(response), customId });
  send(pac, response, answer, version, isBase64);
}

function send(
  pac: StampingPac,
  response: Response,
  answer: StampAnswer,
  version: SwVersion,
  isBase64: boolean,
): void {
  if (answer.answer === 'failed') return answerSw(response, swError(''), answer.fault);
  const fault = 'fault' in answer ? answer.fault : undefined;
  const given =
    fault?.how === 'wrong_stamp' && answer.answer === 'stamped'
      ? { ...answer, stamp: withWrongStamp(answer.stamp, pac.stamper) }
      : answer;
  const late = pac.knobs.timings().lateAnswerSeconds;
  answerSw(response, toSwAnswer(given, version, isBase64), fault, late);
}
