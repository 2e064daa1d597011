import { localDateTimeIn, postalCode } from '@timbre/fiscal';
import { centralTime } from '../clock';
import type { Fields } from '../soap/envelope';
import { readTfd } from '../stamping/timbre';
import type { Stamp } from '../store/stamps';
import { childText, type Element } from '../xml/tree';
import { errorOperation, type FinkokParts, type FinkokService } from './operation';

/**
 * Finkok's SOAP service `utilities` returns the time of the PAC and reports for a reconciliation.
 */
export const UTILITIES_SERVICE: FinkokService = {
  datetime: errorOperation(datetime),
  get_xml: errorOperation(getXml),
  report_uuid: errorOperation(reportUuid),
};

function datetime(body: Element, { pac }: FinkokParts): Fields {
  const now = pac.clock.now();
  const zone = postalCode(childText(body, 'zipcode') ?? '', 'latest')?.ianaZone;
  return { datetime: zone ? localDateTimeIn(now.getTime(), zone) : centralTime(now) };
}

function getXml(body: Element, { pac }: FinkokParts): Fields {
  const uuid = (childText(body, 'uuid') ?? '').toLowerCase();
  const stamp = ownStamps(body, pac).find((one) => one.uuid === uuid);
  return stamp ? { xml: stamp.xml } : { error: 'El XML solicitado no existe' };
}

function reportUuid(body: Element, { pac }: FinkokParts): Fields {
  const from = childText(body, 'date_from') ?? '';
  const to = childText(body, 'date_to') ?? '';
  const lines = ownStamps(body, pac)
    .map(({ tfd }) => readTfd(tfd))
    .filter(({ fechaTimbrado }) => fechaTimbrado >= from && (!to || fechaTimbrado <= to))
    .map(({ uuid, fechaTimbrado }) => ({ date: fechaTimbrado, uuid }));
  return { invoices: { ReportUUID: lines } };
}

/**
 * Returns the issuer's visible stamps at this PAC, for the requested kind of document (`I` CFDI, `R`
 * withholding documents).
 */
function ownStamps(body: Element, pac: FinkokParts['pac']): Stamp[] {
  const family = childText(body, 'invoice_type') === 'R' ? 'retenciones' : 'cfdi';
  const now = pac.clock.now();
  return pac.stamps
    .ofIssuer(childText(body, 'taxpayer_id') ?? '')
    .filter((stamp) => stamp.pac === pac.name && stamp.document.family === family)
    .filter((stamp) => now >= stamp.answerVisibleAt);
}
