// A minimal PAC with the API of SW: each document takes 100 ms and is stamped without any check. The PAC
// runs in a separate process, so that its CPU time is not counted. The process prints its port.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const latencyMs = Number(process.argv[2]);
const signature = 'c2VsbG8gZGVsIFNBVA'.repeat(19).slice(0, 342).concat('==');
const token = JSON.stringify({ status: 'success', data: { token: 'bench', expires_in: 7_200 } });

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {string} form a multipart form with one file */
function stamped(form) {
  const xml = form.slice(form.indexOf('<?xml'), form.lastIndexOf('\r\n--'));
  const of = (/** @type {string} */ name) => new RegExp(` ${name}="([^"]+)"`).exec(xml)[1];
  const timbre = `<cfdi:Complemento><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sat.gob.mx/TimbreFiscalDigital http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd" Version="1.1" UUID="${randomUUID().toUpperCase()}" FechaTimbrado="${of('Fecha')}" RfcProvCertif="SPR190613I52" SelloCFD="${of('Sello')}" NoCertificadoSAT="30001000000500003456" SelloSAT="${signature}"/></cfdi:Complemento>`;
  const cfdi = xml.replace('</cfdi:Comprobante>', `${timbre}</cfdi:Comprobante>`);
  return JSON.stringify({ status: 'success', data: { cfdi } });
}

const server = createServer(async (request, response) => {
  const [body] = await Promise.all([bodyOf(request), request.url === '/' ? 0 : wait(latencyMs)]);
  const answer = body.startsWith('--') ? stamped(body) : token;
  response.setHeader('content-type', 'application/json').end(answer);
});
server.listen(0, '127.0.0.1', () =>
  console.log(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
);
