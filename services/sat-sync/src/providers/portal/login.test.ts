import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { satPortals } from './portals';

const rfc = 'EKU9003173C9';
const broker =
  '/app/seg/SessionBroker?url=/PTSC/IdcSiat/autc/ReimpresionTramite/ConsultaTramite.jsf&parametro=c&idSessionBit=&idSessionBit=null';
const html = (body: string) => `<html><body>${body}</body></html>`;
const auto = (action: string, fields: Record<string, string>) => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}"/>`,
  );
  return `<html><body onload="document.forms[0].submit()"><form method="POST" action="${action}">${inputs.join('')}</form></body></html>`;
};
const challenge = html(
  '<form id="certform" method="POST" action="/nidp/app/login?sid=0"><input type="hidden" name="guid" value="GUID"/><input type="hidden" name="token" value=""/><input type="hidden" name="fert" value=""/></form>',
);
const script = (target: string) => html(`<script>top.location.href='${target}';</script>`);

/** The responses of the SAT's hosts, as public clients describe them. */
type Pages = Record<string, string | ((form: URLSearchParams) => string)>;
let pages: Pages;
let server: Server;
let origin: string;
let asked: string[];
let headers: Record<string, IncomingMessage['headers']>;
let portals: ReturnType<typeof satPortals>;

beforeEach(async () => {
  asked = [];
  headers = {};
  server = createServer((request, response) => {
    void request.toArray().then((parts: Buffer[]) => {
      const name = `${request.method} ${request.url}`;
      asked.push(name);
      headers[name] = request.headers;
      const page = pages[name];
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      const body = typeof page === 'function' ? page(form) : page;
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  portals = satPortals(
    {
      declarations: `${origin}/declarations/`,
      searchPath: '/Consulta/Consulta',
      opinion: `${origin}/?/reporteOpinion32DContribuyente`,
      qr: `${origin}/qr`,
      constancia: `${origin}/`,
      constanciaLogin: `${origin}/nidp/idff/sso?id=fiel_Aviso`,
    },
    {
      signPortalChallenge: ({ guid }: { guid: string }) =>
        Promise.resolve({ rfc, certificateNumber: '1', token: `signed ${guid}`, fert: 'z' }),
    } as never,
    0,
  );
});
afterEach(async () => {
  await portals.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const context = { organizationId: 'one' } as never;
const proven = (then: string) => (form: URLSearchParams) =>
  form.get('token') === 'signed GUID' && form.get('fert') === 'z' ? then : challenge;
const pdf = '%PDF-1.4 of the SAT';
const loginOfOpinion: Pages = {
  'GET /?/reporteOpinion32DContribuyente': auto('/nidp/wsfed/ep?id=ciec', { wa: 'wsignin1.0' }),
  'POST /nidp/wsfed/ep?id=ciec': html('<div id="divCaptcha"></div>'),
  'GET /nidp/app/login?id=fiel&sid=0&option=credential&sid=0': challenge,
  'POST /nidp/app/login?sid=0': proven(script('/nidp/oauth/authz')),
  'GET /nidp/oauth/authz': auto('/signin', { code: 'x' }),
  'GET /nidp/app/logout': html('bye'),
};

test('the compliance opinion is requested from a page that runs in the browser and does not show the RFC', async () => {
  const answer = {
    Respuesta: { Exito: true },
    ContenidoBase64: Buffer.from(pdf).toString('base64'),
  };
  pages = {
    ...loginOfOpinion,
    'POST /signin': html('<app-root></app-root>'),
    'POST /RespuestaCompleta/ObtenerRespuestaCompletaPdf': JSON.stringify(answer),
  };
  expect((await portals.opinion(context)).toString()).toBe(pdf);
  const sent = headers['POST /RespuestaCompleta/ObtenerRespuestaCompletaPdf']!;
  expect([sent.origin, sent.referer]).toEqual([origin, `${origin}/signin`]);
  expect(asked.at(-1)).toBe('GET /nidp/app/logout');
});

test('a FIEL is reported as refused if the login page appears again; any other page is not recognized', async () => {
  pages = { ...loginOfOpinion, 'POST /nidp/app/login?sid=0': challenge };
  await expect(portals.opinion(context)).rejects.toMatchObject({ code: 'credential_rejected' });
  pages = { ...loginOfOpinion, 'GET /nidp/oauth/authz': html('Mantenimiento') };
  await expect(portals.opinion(context)).rejects.toMatchObject({ code: 'page_not_recognised' });
});

test('the Constancia is read after a separate login, whose session a broker transfers to the portal', async () => {
  pages = {
    'GET /nidp/idff/sso?id=fiel_Aviso': auto('/nidp/app/login?id=fiel_Aviso', { option: 'c' }),
    'POST /nidp/app/login?id=fiel_Aviso': challenge,
    'POST /nidp/app/login?sid=0': proven(html('Sesión iniciada')),
    [`GET ${broker}`]: auto('/nidp/saml2/sso', { SAMLRequest: 'q' }),
    'POST /nidp/saml2/sso': auto('/saml2/sp/acs/post', { SAMLResponse: 'r' }),
    'POST /saml2/sp/acs/post': html('<form id="formReimpAcuse" method="post"></form>'),
    'GET /PTSC/IdcSiat/IdcGeneraConstancia.jsf': pdf,
    'GET /nidp/app/logout': html('bye'),
  };
  expect((await portals.constancia(context)).toString()).toBe(pdf);
  expect(asked).toEqual(Object.keys(pages));
});
