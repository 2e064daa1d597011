import { childText, descendantsOf, parseXml } from '../src/xml/tree';

export interface SatAnswer {
  readonly http: number;
  readonly codigo: string | undefined;
  readonly estado: string | undefined;
  readonly esCancelable: string | undefined;
  readonly estatusCancelacion: string | undefined;
  readonly efos: string | undefined;
}

/** Queries ConsultaCFDIService with the expression in the document's QR code. */
export async function consult(url: string, xml: string, uuid: string): Promise<SatAnswer> {
  const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  const expression =
    `?id=${uuid}&re=${read(/<cfdi:Emisor [^>]*?Rfc="([^"]+)"/)}` +
    `&rr=${read(/<cfdi:Receptor [^>]*?Rfc="([^"]+)"/)}` +
    `&tt=${read(/ Total="([^"]+)"/)}&fe=${read(/ Sello="([^"]+)"/).slice(-8)}`;
  return consultExpression(url, expression);
}

export async function consultExpression(url: string, expression: string): Promise<SatAnswer> {
  const escaped = expression.replaceAll('&', '&amp;');
  const response = await fetch(`${url}/sat/ConsultaCFDIService.svc`, {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: 'http://tempuri.org/IConsultaCFDIService/Consulta',
    },
    body:
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
      '<Consulta xmlns="http://tempuri.org/">' +
      `<expresionImpresa>${escaped}</expresionImpresa></Consulta></s:Body></s:Envelope>`,
  });
  const result = descendantsOf(parseXml(await response.text()), 'ConsultaResult')[0];
  return {
    http: response.status,
    codigo: childText(result, 'CodigoEstatus'),
    estado: childText(result, 'Estado'),
    esCancelable: childText(result, 'EsCancelable'),
    estatusCancelacion: childText(result, 'EstatusCancelacion'),
    efos: childText(result, 'ValidacionEFOS'),
  };
}
