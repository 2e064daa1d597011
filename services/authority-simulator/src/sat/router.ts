import { Router, text } from 'express';
import { readEnvelope, writeEnvelope, writeFault } from '../soap/envelope';
import { escapeXml } from '../xml/escape';
import { childText } from '../xml/tree';
import type { CancellationDesk } from './cancellation';
import { consultCfdi, type SatStatus } from './status';
import { withholdingPage } from './withholding-page';

const CONTRACT = 'http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio';

/**
 * Serves the SAT's public services: ConsultaCFDIService (SOAP 1.1) and the page for withholding
 * documents.
 */
export function satRouter(desk: CancellationDesk): Router {
  const router = Router();
  router.use(text({ type: () => true, limit: '64kb' }));
  router.post('/ConsultaCFDIService.svc', (request, response) => {
    response.type('text/xml; charset=utf-8');
    try {
      const { operation, body } = readEnvelope(String(request.body));
      if (operation !== 'Consulta') throw new Error(`the operation ${operation} does not exist`);
      const expression = childText(body, 'expresionImpresa') ?? '';
      response.send(writeResult(consultCfdi(desk, expression)));
    } catch (error) {
      response.status(500).send(writeFault('s', 's:Client', (error as Error).message));
    }
  });
  router.get('/Home/ConsultaRetencion', (request, response) => {
    const field = (name: string) => String(request.query[name] ?? '');
    const asked = {
      uuid: field('folio'),
      issuerRfc: field('rfcEmisor'),
      receiverRfc: field('rfcReceptor'),
    };
    response.type('html').send(withholdingPage(desk, asked));
  });
  return router;
}

function writeResult(status: SatStatus): string {
  const fields = Object.entries(status)
    .map(([name, value]) => `<a:${name}>${escapeXml(value)}</a:${name}>`)
    .join('');
  const result =
    `<ConsultaResult xmlns:a="${CONTRACT}"` +
    ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${fields}</ConsultaResult>`;
  const answer = `<ConsultaResponse xmlns="http://tempuri.org/">${result}</ConsultaResponse>`;
  return writeEnvelope('s', '', answer);
}
