import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SatFault } from '../../domain/sat-fault';
import { pdfOf } from './declarations';
import { htmlPage, unrecognised } from './html-page';
import { withSlash, type PortalSession } from './login';

const answer = z.object({
  Respuesta: z.object({ Exito: z.boolean(), Mensaje: z.string().nullish() }),
  ContenidoBase64: z.string().nullish(),
});

/**
 * Fetches the PDF of the compliance opinion that the SAT issues today (facts: sat-sync-reports D.1).
 * @throws SatFault
 */
export async function fetchOpinion(
  { browser, rfc, page }: PortalSession,
  portal: URL,
): Promise<Buffer> {
  const url = new URL('RespuestaCompleta/ObtenerRespuestaCompletaPdf', withSlash(portal));
  const body = {
    canal: 'G',
    curp: '',
    idCorrelacion: randomUUID(),
    ip: '127.0.0.1',
    rfc,
    tipoConsulta: 'COMPLETA',
    tipoReporte: '32D',
    usuario: rfc,
    rfcCorto: rfc,
  };
  const received = await browser.postJson(url, body, page.url);
  const read = answer.safeParse(jsonOf(received.bytes));
  if (!read.success) {
    throw unrecognised(htmlPage(received.url, received.bytes.toString('utf8')), 'opinion');
  }
  const { Respuesta: result, ContenidoBase64: content } = read.data;
  if (!result.Exito) throw new SatFault('sat_unavailable', 'the SAT gives no opinion now');
  return pdfOf({ url, bytes: Buffer.from(content ?? '', 'base64') });
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // If the response is not a PDF, the caller stores the page for support.
    return undefined;
  }
}
