import type { XmlNode } from '@timbre/cfdi';
import { satCodeOf } from '../../domain/refusals/refusal-issue';
import type { LookupOutcome, StampOutcome } from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';
import { child, children, childText, soapResult } from '../soap';

/**
 * The CodEstatus of a document that Finkok has accepted. Finkok returns the XML only when the document is
 * stamped, so the response for an accepted document may contain no XML.
 */
const received = 'Comprobante recibido satisfactoriamente';
const previousStamp = '307';
const neverStamped = '603';
/**
 * The codes of account errors: login, suspension, no stamps left, issuer not registered, manifest not
 * signed.
 */
const accountCodes = new Set(['300', '701', '702', '703', '718', '720', '740']);
/** With this code the PAC reports that it could not create the stamp's seal; a retry may succeed. */
const transientCode = '709';

interface Incidence {
  code: string;
  message: string;
}

/** Converts the response of `stamp` to an outcome (facts: pac-sat-webservices.md §1.2, §1.3). */
export function toOutcome(answer: HttpOutcome): StampOutcome {
  if (answer.outcome !== 'answered') return answer;
  const result = soapResult(answer.text, 'stamp');
  if (!result) return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status}, no result`) };
  // The response can contain incidences in addition to a valid stamp. If the response contains a document,
  // that document is stamped.
  const xml = childText(result, 'xml');
  if (xml) return { outcome: 'stamped', xml };
  const incidences = incidencesOf(result);
  if (incidences.some(({ code }) => code === previousStamp)) return { outcome: 'pending' };
  const [first] = incidences;
  if (!first) return withoutIncidence(result);
  if (first.code === transientCode) return { outcome: 'unknown', cause: new Error(first.message) };
  if (accountCodes.has(first.code)) return { outcome: 'account', ...first };
  return { outcome: 'rejected', code: satCodeOf(first.code), message: first.message };
}

/**
 * Converts the response of `stamped` to an outcome. The outcome is `unknown` if the response does not say
 * whether the document was ever stamped.
 */
export function toLookup(answer: HttpOutcome): LookupOutcome {
  if (answer.outcome !== 'answered') return { outcome: 'unknown', cause: answer.cause };
  const result = soapResult(answer.text, 'stamped');
  const xml = childText(result, 'xml');
  if (xml) return { outcome: 'stamped', xml };
  const incidences = incidencesOf(result);
  if (incidences.some(({ code }) => code === neverStamped)) return { outcome: 'not_found' };
  const [first] = incidences;
  if (!first && result) return withoutIncidence(result);
  return { outcome: 'unknown', cause: new Error(first?.message ?? `HTTP ${answer.status}`) };
}

/** Reads the incidences from a response. Finkok lists some incidences twice and omits empty members. */
function incidencesOf(result: XmlNode | undefined): Incidence[] {
  return children(child(result, 'Incidencias'), 'Incidencia').map((incidence) => {
    const words = [childText(incidence, 'MensajeIncidencia'), childText(incidence, 'ExtraInfo')];
    return {
      code: childText(incidence, 'CodigoError') ?? 'unknown',
      message: words.filter(Boolean).join(' ').slice(0, 500),
    };
  });
}

/**
 * Converts a response without incidences to an outcome: either the document is in Finkok's queue, or the
 * response is not recognized.
 */
function withoutIncidence(result: XmlNode): { outcome: 'pending' } | Lost {
  const status = childText(result, 'CodEstatus');
  if (status === received) return { outcome: 'pending' };
  return { outcome: 'unknown', cause: new Error(status ?? 'an answer without content') };
}

type Lost = Extract<StampOutcome, { outcome: 'unknown' }>;
