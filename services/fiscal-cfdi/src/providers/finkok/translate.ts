import type { XmlNode } from '@timbre/cfdi';
import type { LookupOutcome, StampOutcome } from '../../domain/stamping/pac';
import type { HttpOutcome } from '../http';
import { child, children, childText, soapResult } from '../soap';

/** CodEstatus of a document that Finkok has taken; with its XML only once it is stamped. */
const received = 'Comprobante recibido satisfactoriamente';
const previousStamp = '307';
const neverStamped = '603';
/** Of the account: login, suspension, no stamps left, issuer not registered, manifest not signed. */
const accountCodes = new Set(['300', '701', '702', '703', '718', '720', '740']);
/** The SAT's seal could not be made this time. */
const transientCode = '709';

interface Incidence {
  code: string;
  message: string;
}

/** The answer to `stamp`, in our words (facts: pac-sat-webservices §1.2, §1.3). */
export function toOutcome(answer: HttpOutcome): StampOutcome {
  if (answer.outcome !== 'answered') return answer;
  const result = soapResult(answer.text, 'stamp');
  if (!result) return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status}, no result`) };
  // A good stamp may carry incidences; the document decides.
  const xml = childText(result, 'xml');
  if (xml) return { outcome: 'stamped', xml };
  const incidences = incidencesOf(result);
  if (incidences.some(({ code }) => code === previousStamp)) return { outcome: 'pending' };
  const [first] = incidences;
  if (!first) return withoutIncidence(result);
  if (first.code === transientCode) return { outcome: 'unknown', cause: new Error(first.message) };
  return { outcome: accountCodes.has(first.code) ? 'account' : 'rejected', ...first };
}

/** The answer to `stamped`: whatever does not say stamped or never stamped says nothing. */
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

/** Finkok lists some incidences twice, and leaves out what is empty. */
function incidencesOf(result: XmlNode | undefined): Incidence[] {
  return children(child(result, 'Incidencias'), 'Incidencia').map((incidence) => {
    const words = [childText(incidence, 'MensajeIncidencia'), childText(incidence, 'ExtraInfo')];
    return {
      code: childText(incidence, 'CodigoError') ?? 'unknown',
      message: words.filter(Boolean).join(' ').slice(0, 500),
    };
  });
}

/** Taken but still in their queue, or nothing that we know. */
function withoutIncidence(result: XmlNode): { outcome: 'pending' } | Lost {
  const status = childText(result, 'CodEstatus');
  if (status === received) return { outcome: 'pending' };
  return { outcome: 'unknown', cause: new Error(status ?? 'an answer without a word') };
}

type Lost = Extract<StampOutcome, { outcome: 'unknown' }>;
