import type { SatStatusOutcome, SatStatusService } from '../../domain/sat-status';
import { createHttp, type HttpOutcome } from '../http';
import { childText, soapRequest, soapResult } from '../soap';

const timeoutMs = 15_000;

/** The SAT's ConsultaCFDIService: public, SOAP 1.1, one operation (facts: pac-sat-webservices §4). */
export function createSatStatus(url: string): SatStatusService & { close(): Promise<unknown> } {
  const http = createHttp();
  return {
    consult: async (expression) =>
      toSatStatus(
        await http.call({
          method: 'POST',
          url,
          headers: {
            'content-type': 'text/xml; charset=utf-8',
            soapaction: 'http://tempuri.org/IConsultaCFDIService/Consulta',
          },
          body: soapRequest('http://tempuri.org/', 'Consulta', [['expresionImpresa', expression]]),
          isWrite: false,
          timeoutMs,
        }),
      ),
    close: () => http.close(),
  };
}

/** The answer in our words; `S - …` is found, `N - 602` not (yet), anything else says nothing. */
export function toSatStatus(answer: HttpOutcome): SatStatusOutcome {
  if (answer.outcome !== 'answered') return { outcome: 'unknown', cause: answer.cause };
  const result = soapResult(answer.text, 'Consulta');
  const code = childText(result, 'CodigoEstatus') ?? '';
  const state = childText(result, 'Estado');
  if (code.startsWith('N - 602')) return { outcome: 'not_found' };
  if (!code.startsWith('S - ') || (state !== 'Vigente' && state !== 'Cancelado'))
    return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status} ${code}`) };
  const cancellation = childText(result, 'EstatusCancelacion') ?? '';
  return { outcome: 'found', isCanceled: state === 'Cancelado', cancellation };
}
