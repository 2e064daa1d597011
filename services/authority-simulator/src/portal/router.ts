import { json, Router, type RequestHandler, type Response } from 'express';
import { escapeXml } from '../xml/escape';
import { refuseInput } from '../issues';
import type { Settings } from '../store/settings';
import { declarationBody, filed, type Declaration } from './declaration';
import { deriveBody, derived, type Stamped } from './derive';
import { acusePages, paymentPages } from './declaration-pages';
import { modal, page } from './html';
import { portalKnobs, readPortalKnobs, turnPortal } from './knobs';
import { list69, list69b, listedBody } from './lists';
import { portalsOf, type LoginParts, type Portals } from './login';
import { printedPdf } from './pdf';
import type { Records } from '../store/records';
import { constanciaPages, opinionLines, qrRows, taxpayerBody, taxpayerOf } from './taxpayer';

export interface PortalParts extends Omit<LoginParts, 'knobs'> {
  readonly settings: Settings;
  readonly records: Records;
}

const DENIED = { rfc: 'No se encontró información para los datos proporcionados' };

/**
 * Serves the SAT's portals for a login with FIEL (declarations, opinion, Constancia), the page behind the
 * QR code of a Constancia, and the lists of articles 69 and 69-B. Each portal has its own path prefix below
 * `/portal`.
 */
export function portalRouter(parts: PortalParts): Router {
  const knobs = () => readPortalKnobs(parts.settings);
  const portals = portalsOf({ ...parts, knobs });
  const router = Router();
  router.use('/login', portals.router);
  router.use('/declaraciones', portals.session('declaraciones'), declarations(parts, portals));
  router.use('/opinion', portals.session('opinion'), opinions(parts, portals));
  router.use('/constancia', portals.session('constancia'), constancias(parts, portals));
  router.get('/qr/faces/pages/mobile/validadorqr.jsf', qrPage(parts));
  router.get('/cifras_sat/Documents/:file', (request, response) => {
    if (knobs().unavailable) return void response.status(503).send('Service Unavailable');
    const { file } = request.params;
    const now = parts.clock.now();
    response.type('text/csv').set('Last-Modified', now.toUTCString());
    response.send(
      file === 'Listado_Completo_69-B.csv'
        ? list69b(parts.records, knobs(), now)
        : list69(parts.records, file, knobs()),
    );
  });
  return router;
}

function declarations({ records, settings }: PortalParts, { rfcOf }: Portals): Router {
  const router = Router();
  const knobs = () => readPortalKnobs(settings);
  router.get('/', (_request, response) => {
    response.send(page('Declaraciones', `<span>RFC: ${rfcOf(response)}</span>`));
  });
  router.get('/Consulta/Consulta', (_request, response) => {
    response.send(page('Consulta', searchForm));
  });
  router.post('/Consulta/Consulta', (request, response) => {
    const { Ejercicio, tipoDocumento } = request.body as Record<string, string>;
    if (knobs().unknownPage) return void response.send(page('Aviso', '<p>Mantenimiento</p>'));
    const found = records
      .ofRfc<Declaration>('declaration', rfcOf(response))
      .filter(
        ({ fiscalYear, paid }) =>
          String(fiscalYear) === Ejercicio && (tipoDocumento !== '2' || paid),
      );
    const rows = found.map((declaration) => resultRow(declaration, tipoDocumento ?? '3'));
    const shown = knobs().duplicateRows ? rows.flatMap((row) => [row, row]) : rows;
    const result =
      shown.length > 0 ? resultTable(shown) : modal('No se encontraron declaraciones.');
    response.send(page('Consulta', searchForm + result));
  });
  router.get('/Consulta/RecuperarArchivo', async (request, response) => {
    const { numeroOperacion, tipoDocumento } = request.query;
    const declaration = records.find<Declaration>('declaration', String(numeroOperacion));
    if (declaration?.rfc !== rfcOf(response))
      return void response.send(page('Aviso', modal('No existe.')));
    const pages = tipoDocumento === '2' ? paymentPages : acusePages;
    const { rfc, fiscalYear } = declaration;
    // Every document has the same file name, as on the SAT's website.
    sendPdf(
      response,
      `${rfc}.38.${fiscalYear}.pdf`,
      await printedPdf(pages(declaration, knobs()), knobs()),
    );
  });
  return router;
}

const searchForm =
  '<form id="consulta" method="post" action="/portal/declaraciones/Consulta/Consulta">' +
  '<select name="IdDeclaracion"></select><select name="Ejercicio"></select>' +
  '<select name="Periodicidad"></select><select name="Periodo"></select>' +
  '<button id="btnBuscar">Buscar</button></form>';

const headings =
  '<tr><th></th><th>No. de Operación</th><th>Tipo de Declaración</th><th>Tipo de Complementaria</th><th>Línea de Captura</th><th>Fecha de Presentación</th><th>Periodicidad</th><th>Período</th><th>Fecha de Causación</th><th>Estado</th></tr>';

const resultTable = (rows: string[]): string =>
  `<table id="tableResult"><thead>${headings}</thead><tbody id="tableBody">${rows.join('')}</tbody></table>`;

function resultRow(declaration: Declaration, kind: string): string {
  const { operationNumber, type, complementaryType = '', captureLine = '' } = declaration;
  const { filedAt, periodicity, period, fiscalYear } = declaration;
  const day = filedAt.slice(0, 10).split('-').reverse().join('/');
  const file = `/portal/declaraciones/Consulta/RecuperarArchivo?enLinea=0&tipoDocumento=${kind}&numeroOperacion=${operationNumber}&ejercicio=${fiscalYear}`;
  const cells = [
    operationNumber,
    type,
    complementaryType,
    captureLine,
    `${day} ${filedAt.slice(11)}`,
    periodicity,
    period,
    '',
    'Vigente',
  ];
  const link = `<td><a href="${escapeXml(file)}">Ver</a></td>`;
  return `<tr>${link}${cells.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`;
}

function opinions({ records, settings, clock }: PortalParts, { rfcOf }: Portals): Router {
  const router = Router();
  // On the real site an application in the browser loads the data, so the HTML page itself contains no data
  // of the taxpayer.
  router.get('/', (_request, response) => {
    response.send(page('Opinión 32D', '<app-root></app-root>'));
  });
  router.post(
    '/RespuestaCompleta/ObtenerRespuestaCompletaPdf',
    json({ limit: '16kb' }),
    async (request, response) => {
      const { rfc, tipoReporte } = request.body as Record<string, string>;
      if (rfc !== rfcOf(response) || tipoReporte !== '32D') {
        return void response.json({
          Respuesta: { Exito: false, Mensaje: DENIED.rfc },
          ContenidoBase64: null,
        });
      }
      const knobs = readPortalKnobs(settings);
      const lines = opinionLines(taxpayerOf(records, rfc), clock.now());
      const pdf = await printedPdf([lines], knobs);
      response.json({
        Respuesta: { Exito: true, Mensaje: '' },
        ContenidoBase64: pdf.toString('base64'),
      });
    },
  );
  return router;
}

function constancias({ records, settings, clock }: PortalParts, { rfcOf }: Portals): Router {
  const router = Router();
  // The root path of this portal has no page; the first page is the session broker.
  router.get('/app/seg/SessionBroker', (_request, response) => {
    response.send(page('Reimpresión de acuses', '<form id="formReimpAcuse" method="post"></form>'));
  });
  router.get('/PTSC/IdcSiat/IdcGeneraConstancia.jsf', async (_request, response) => {
    const taxpayer = taxpayerOf(records, rfcOf(response));
    const pages = constanciaPages(taxpayer, clock.now());
    sendPdf(response, 'constancia.pdf', await printedPdf(pages, readPortalKnobs(settings)));
  });
  return router;
}

function sendPdf(response: Response, name: string, bytes: Buffer): void {
  response.type('application/pdf').attachment(name).send(bytes);
}

/**
 * Serves the page to which the QR code of a Constancia leads. Like the SAT's page, it begins with a second
 * XML declaration and returns its errors with status 200.
 */
function qrPage({ records, settings }: PortalParts): RequestHandler {
  return (request, response) => {
    const knobs = readPortalKnobs(settings);
    if (knobs.unavailable) return void response.status(503).send('Service Unavailable');
    const { D1, D2, D3 } = request.query;
    const [idCif = '', rfc = ''] = String(D3).split('_');
    const taxpayer = taxpayerOf(records, rfc);
    const isKnown = D1 === '10' && D2 === '1' && rfc !== '' && taxpayer.idCif === idCif;
    const cells = qrRows(taxpayer).map(
      ([label, value], index) =>
        `<tr data-ri="${index}" role="row"><td role="gridcell"><span style="font-weight: bold;">${escapeXml(label)}</span></td><td role="gridcell" style="text-align:left;">${escapeXml(value)}</td></tr>`,
    );
    const known = `<li>El RFC: ${escapeXml(rfc)}, tiene asociada la siguiente información.</li><table role="grid"><tbody>${cells.join('')}</tbody></table>`;
    const unknown =
      '<div class="ui-messages-info ui-corner-all"><span class="ui-messages-info-detail">No se encontró información de la cédula de identificación fiscal para los datos proporcionados</span></div>';
    const body = knobs.unknownPage ? '<p>Mantenimiento</p>' : isKnown ? known : unknown;
    const declared =
      '<?xml version="1.0" encoding="UTF-8" ?>\n\n<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>';
    response
      .type('html')
      .send(declared + page('Validador QR', `<form id="ubicacionForm">${body}</form>`));
  };
}

/**
 * Serves those endpoints of `/__sim` that set the SAT's data about a taxpayer and the faults of the
 * portals.
 */
export function portalAdminRouter(
  { settings, records }: PortalParts,
  stampedBy: (rfc: string) => Stamped,
): Router {
  const router = Router();
  const file = (declaration: Declaration, response: Response) => {
    records.put('declaration', declaration.operationNumber, declaration.rfc, declaration);
    response.status(201).json(declaration);
  };
  router.use(json({ limit: '256kb' }));
  router.get('/portal', (_request, response) => void response.json(readPortalKnobs(settings)));
  router.patch('/portal', (request, response) => {
    const change = portalKnobs.partial().safeParse(request.body);
    if (!change.success) return refuseInput(response, change.error);
    response.json(turnPortal(settings, change.data));
  });
  router.post('/declarations', (request, response) => {
    const body = declarationBody.safeParse(request.body);
    if (!body.success) return refuseInput(response, body.error);
    file(filed(body.data), response);
  });
  router.post('/declarations/derive', (request, response) => {
    const body = deriveBody.safeParse(request.body);
    if (!body.success) return refuseInput(response, body.error);
    file(filed(derived(body.data, stampedBy(body.data.rfc))), response);
  });
  router.put('/taxpayers', (request, response) => {
    const body = taxpayerBody.safeParse(request.body);
    if (!body.success) return refuseInput(response, body.error);
    records.put('taxpayer', body.data.rfc, body.data.rfc, body.data);
    response.json(taxpayerOf(records, body.data.rfc));
  });
  router.get('/taxpayers/:rfc', (request, response) => {
    response.json(taxpayerOf(records, request.params.rfc));
  });
  /** Returns the Constancia as its owner downloads it. */
  router.get('/taxpayers/:rfc/constancia.pdf', async (request, response) => {
    const pages = constanciaPages(taxpayerOf(records, request.params.rfc), new Date());
    sendPdf(response, 'constancia.pdf', await printedPdf(pages, readPortalKnobs(settings)));
  });
  router.get('/taxpayers/:rfc/opinion.pdf', async (request, response) => {
    const lines = opinionLines(taxpayerOf(records, request.params.rfc), new Date());
    sendPdf(response, 'opinion.pdf', await printedPdf([lines], readPortalKnobs(settings)));
  });
  router.get('/declarations/:operationNumber/:document.pdf', async (request, response) => {
    const { operationNumber, document } = request.params;
    const declaration = records.find<Declaration>('declaration', operationNumber);
    if (!declaration) return void response.status(404).json({ error: { code: 'not_found' } });
    const knobs = readPortalKnobs(settings);
    const pages = (document === 'payment' ? paymentPages : acusePages)(declaration, knobs);
    sendPdf(response, `${document}.pdf`, await printedPdf(pages, knobs));
  });
  router.post('/listed', (request, response) => {
    const body = listedBody.safeParse(request.body);
    if (!body.success) return refuseInput(response, body.error);
    records.put('listed', `${body.data.list} ${body.data.rfc}`, body.data.rfc, body.data);
    response.status(201).json(body.data);
  });
  return router;
}
