import { randomUUID } from 'node:crypto';
import { findStamp, stampDocument, type StampAnswer } from '../stamping/stamp';
import { pacRefusal } from '../stamping/refusal';
import { readDocument } from '../stamping/document';
import { withWrongStamp } from '../stamping/wrong-stamp';
import type { Fields } from '../soap/envelope';
import { childText, type Element } from '../xml/tree';
import {
  isEncodedTwice,
  xmlOf,
  type FinkokAnswer,
  type FinkokOperation,
  type FinkokParts,
  type FinkokService,
} from './operation';
import {
  ACCOUNT_INCIDENCES,
  incidenceFields,
  incidenceOf,
  NEVER_STAMPED,
  PREVIOUS_STAMP,
  PREVIOUSLY,
  RECEIVED,
  stampFields,
  STAMPED,
  type Incidence,
} from './stamp-answer';

type Family = 'cfdi' | 'retenciones';

const PROVOKED = 'Respuesta pedida al simulador.';

const REFUSED_CREDENTIALS: Fields = {
  Incidencias: {
    Incidencia: [
      {
        CodigoError: ACCOUNT_INCIDENCES.credentials.code,
        MensajeIncidencia: ACCOUNT_INCIDENCES.credentials.message,
      },
    ],
  },
};

/**
 * Builds the operations `stamp`, `quick_stamp`, `stamped` and `query_pending` of Finkok's services `stamp`
 * and `retentions`.
 */
export function stampService(family: Family): FinkokService {
  return {
    stamp: operation((body, parts) => stamp(body, parts, family, true)),
    // If quick_stamp receives a document again, its response does not contain the stamped document.
    // quick_stamp also reports stamps to the SAT later.
    quick_stamp: operation((body, parts) => stamp(body, parts, family, false)),
    stamped: operation((body, parts) => ({ fields: stamped(body, parts) })),
    query_pending: operation((body, parts) => ({ fields: queryPending(body, parts) })),
  };
}

function operation(run: FinkokOperation['run']): FinkokOperation {
  return { refusedCredentials: REFUSED_CREDENTIALS, run };
}

function stamp(
  body: Element,
  { pac }: FinkokParts,
  family: Family,
  returnsOriginal: boolean,
): FinkokAnswer {
  const xml = xmlOf(body);
  const misplaced = wrongInput(xml, family);
  if (misplaced) return { fields: incidenceFields(pac, misplaced) };
  const { stampCode } = pac.knobs.pac('finkok');
  if (stampCode) return { fields: incidenceFields(pac, { code: stampCode, message: PROVOKED }) };
  const account = childText(body, 'username') ?? '';
  const answer = stampDocument(pac, { xml, account });
  if (answer.answer === 'failed') return { fields: {}, fault: answer.fault };
  const fault = 'fault' in answer ? answer.fault : undefined;
  return { fields: fieldsOf(answer, pac, returnsOriginal), fault };
}

function fieldsOf(
  answer: Exclude<StampAnswer, { answer: 'failed' }>,
  pac: FinkokParts['pac'],
  returnsOriginal: boolean,
): Fields {
  switch (answer.answer) {
    case 'stamped': {
      const isWrong = answer.fault?.how === 'wrong_stamp';
      const given = isWrong ? withWrongStamp(answer.stamp, pac.stamper) : answer.stamp;
      return stampFields(given, STAMPED);
    }
    case 'previously_stamped':
    case 'custom_id_taken': {
      const incidence = incidenceFields(pac, PREVIOUS_STAMP);
      const isVisible = answer.answer === 'previously_stamped' && answer.visible;
      if (!isVisible || !returnsOriginal) return incidence;
      const uuidField = pac.knobs.pac('finkok').workIdAsUuid ? randomUUID() : undefined;
      return { ...stampFields(answer.stamp, PREVIOUSLY, uuidField), ...incidence };
    }
    case 'account':
      return incidenceFields(pac, ACCOUNT_INCIDENCES[answer.trouble]);
    case 'refused':
      return incidenceFields(pac, incidenceOf(answer.refusal));
  }
}

function wrongInput(xml: string, family: Family): Incidence | undefined {
  const isTwice = isEncodedTwice(xml);
  const root = family === 'cfdi' ? /<(\w+:)?Comprobante[\s>]/ : /<(\w+:)?Retenciones[\s>]/;
  if (!isTwice && root.test(xml)) return undefined;
  const extra = isTwice
    ? 'Codificado dos veces en base64.'
    : 'No es un documento de este servicio.';
  return { code: '705', message: 'XML Estructura inválida.', extra };
}

function stamped(body: Element, { pac }: FinkokParts): Fields {
  const xml = xmlOf(body);
  try {
    readDocument(xml);
  } catch (error) {
    return incidenceFields(pac, incidenceOf(pacRefusal('301', (error as Error).message)));
  }
  const lookup = findStamp(pac, xml);
  if (lookup.found === 'visible') return stampFields(lookup.stamp, RECEIVED);
  if (lookup.found === 'hidden' && pac.knobs.pac('finkok').hiddenLookup === 'queued')
    return { CodEstatus: RECEIVED, Incidencias: {} };
  return incidenceFields(pac, NEVER_STAMPED);
}

function queryPending(body: Element, { pac }: FinkokParts): Fields {
  const uuid = childText(body, 'uuid') ?? '';
  const stamp = pac.stamps.byUuid(uuid);
  if (stamp?.pac !== pac.name) return { error: `UUID: ${uuid} No Encontrado` };
  const isDelivered = pac.clock.now() >= stamp.satVisibleAt;
  return {
    status: isDelivered ? 'F' : 'S',
    xml: stamp.xml,
    uuid: stamp.uuid.toUpperCase(),
    attempts: '1',
    date: stamp.stampedAt.toISOString(),
  };
}
