import type { SatStatusService, SatWords } from '../../domain/cancelling/sat-status';
import { createHttp } from '../http';
import { soapRequest } from '../soap';
import { toSatAnswer, toSatStatus, toWithholdingStatus } from './translate';

const timeoutMs = 15_000;

export interface SatStatusUrls {
  /** The URL of ConsultaCFDIService (SOAP 1.1, one operation). */
  cfdi: string;
  /**
   * The URL of ConsultaRetencion, which the SAT's web form calls. The SAT has no web service for the status
   * of withholding documents.
   */
  withholding: string;
  /** The base URL of the simulated authorities; present only in a sandbox. */
  simulator?: string | undefined;
}

/**
 * Creates a client that reads the public status of a stamped document from the SAT (facts:
 * pac-sat-webservices.md §4).
 */
export function createSatStatus(
  urls: SatStatusUrls,
): SatStatusService & SatWords & { close(): Promise<unknown> } {
  const http = createHttp({ simulatorUrl: urls.simulator });
  const read = { isWrite: false, timeoutMs } as const;
  const answerTo = (expression: string) =>
    http.call({
      ...read,
      method: 'POST',
      url: urls.cfdi,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: 'http://tempuri.org/IConsultaCFDIService/Consulta',
      },
      body: soapRequest('http://tempuri.org/', 'Consulta', [['expresionImpresa', expression]]),
    });
  const ofCfdi = async (expression: string) => toSatStatus(await answerTo(expression));
  const ofWithholding = async (folio: string, rfcEmisor: string, rfcReceptor = '') => {
    const query = new URLSearchParams({ folio, rfcEmisor, rfcReceptor });
    const url = `${urls.withholding}?${query.toString()}`;
    return toWithholdingStatus(await http.call({ ...read, method: 'GET', url }), folio);
  };
  return {
    consult: (query) =>
      query.kind === 'cfdi'
        ? ofCfdi(query.expression)
        : ofWithholding(query.uuid, query.issuerRfc, query.receiverRfc),
    ask: async (expression) => toSatAnswer(await answerTo(expression)),
    close: () => http.close(),
  };
}
