import { childOf, childText, descendantsOf, parseXml, type Element } from '../src/xml/tree';

export interface FinkokResponse {
  readonly http: number;
  /** The element `<operation>Result` of the response, or the SOAP fault. */
  readonly result: Element;
  text(name: string): string | undefined;
  /** The error codes (CodigoError) of all incidences. */
  readonly incidences: (string | undefined)[];
}

/** Creates a minimal client for Finkok's protocol, without retries. */
export function finkokClient(url: string, password = 'secreto') {
  async function call(
    service: string,
    operation: string,
    fields: Record<string, string>,
  ): Promise<FinkokResponse> {
    const children = Object.entries({ ...fields, username: 'demo', password })
      .map(([name, value]) => `<t:${name}>${value.replaceAll('&', '&amp;')}</t:${name}>`)
      .join('');
    const response = await fetch(`${url}/finkok/servicios/soap/${service}`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${operation}"` },
      body:
        '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"' +
        ` xmlns:t="http://facturacion.finkok.com/${service}"><e:Body>` +
        `<t:${operation}>${children}</t:${operation}></e:Body></e:Envelope>`,
    });
    const envelope = parseXml(await response.text());
    const result =
      descendantsOf(envelope, `${operation}Result`)[0] ??
      childOf(childOf(envelope, 'Body'), 'Fault');
    if (!result) throw new Error('the answer has neither result nor fault');
    return {
      http: response.status,
      result,
      text: (name) => childText(result, name),
      incidences: descendantsOf(result, 'CodigoError').map((code) => String(code.children[0])),
    };
  }
  const withXml = (service: string, operation: string, xml: string) =>
    call(service, operation, { xml: Buffer.from(xml, 'utf8').toString('base64') });
  return {
    call,
    withXml,
    stamp: (xml: string) => withXml('stamp', 'stamp', xml),
    stamped: (xml: string) => withXml('stamp', 'stamped', xml),
    cancel: (xml: string) => withXml('cancel', 'cancel_signature', xml),
  };
}
