import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  created,
  customItem,
  dataOf,
  incomeInput,
  customerInput,
  newCustomer,
  newDraft,
  newStamped,
  productInput,
  startIssuer,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import type { Browser } from 'playwright-core';
import { deferred, monthly, owedIn, planned } from '../api/accounts/books';
import { calculatedRun } from '../api/payroll/people';
import { newQuote } from '../api/quotes/offer';
import { until } from '../api/until';
import { desk, look, openWindow, startBrowser } from './browser';
import { act, choose, logIn, title, valued } from './console';

let browser: Browser;
let api: Api;
beforeAll(async () => {
  [browser, api] = await Promise.all([startBrowser(), startIssuer()]);
});
afterAll(() => browser.close());

/** Formats an instant as the console shows it to people in central Mexico. */
const inMexico = (instant: string): string =>
  new Intl.DateTimeFormat('es-MX', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'America/Mexico_City',
  })
    .format(new Date(instant))
    .replace(/\s/g, ' ');

/**
 * Creates an issuer with a product, a receivable and its mail, a key with limits, a webhook and a
 * payroll run.
 */
async function busyIssuer() {
  const own = await startIssuer();
  await created(own, '/v1/products', productInput);
  const invoice = await newStamped(own, deferred);
  await planned(own, invoice, monthly(1));
  await owedIn(own, '/v1/accounts/receivables');
  await dataOf(
    own.request('POST', `/v1/documents/${invoice.documentRef}/send`, {
      body: { recipients: ['compras@ure.mx'], message: '<b>Hola</b>' },
    }),
  );
  const { webhookId } = await created(own, '/v1/webhooks', {
    url: 'https://example.com/hook',
    events: ['cfdi.*'],
  });
  return { own, webhookId: webhookId as string, ...(await calculatedRun(own)) };
}

let busy: Awaited<ReturnType<typeof busyIssuer>>;
beforeAll(async () => {
  busy = await busyIssuer();
});

describe.each([
  ['phone', {}],
  ['desk', desk],
] as const)('in a window: %s', (window, options) => {
  it('a person completes missing payroll data in the console', async () => {
    const own = await startIssuer();
    const { page, errors } = await logIn(browser, own, options);
    await title(page, 'Test organization');
    await page.getByText('El patrón no tiene registro patronal').waitFor();
    await look(page, ['console', window, 'home']);
    await act(page, 'Dar el registro patronal', () =>
      page.getByRole('textbox', { name: 'Registro patronal' }).fill('B5510768108'),
    );
    await page.getByText('El patrón no tiene registro patronal').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  it('a person finds, stamps, mails and cancels a draft', async () => {
    const draft = await newDraft(api);
    const { page, errors } = await logIn(browser, api, options, '/documents');
    await title(page, 'Documentos');
    await page.getByLabel('Estado').selectOption('Borrador');
    await page.getByRole('link', { name: 'UNIVERSIDAD ROBOTICA' }).first().waitFor();
    await look(page, ['console', window, 'documents']);
    await page.locator(`a[href*="${encodeURIComponent(draft)}"]`).click();
    await title(page, 'Factura sin folio');
    await page.getByText('UNIVERSIDAD ROBOTICA ESPAÑOLA').first().waitFor();
    await act(page, 'Timbrar');
    await page.getByText('Vigente', { exact: true }).waitFor();
    await title(page, /^Factura A-\d+$/);
    await act(page, 'Enviar por correo', () => page.getByLabel('Correos').fill('compras@ure.mx'));
    await look(page, ['console', window, 'document'], true);
    await act(page, 'Cancelar');
    await page.getByText('Motivo', { exact: true }).waitFor();
    const cfdi = await dataOf(api.request('GET', `/v1/cfdi/${draft}`));
    expect(cfdi['cancellation']).toMatchObject({ motive: '02' });
    expect(errors).toEqual([]);
  });

  it('a person sees the related documents of a document in Spanish and in English', async () => {
    const { documentRef, customerId, uuid } = await newStamped(api);
    await created(api, '/v1/cfdi', {
      ...incomeInput(customerId as string),
      relatedDocuments: [{ relationship: '04', documents: [uuid] }],
    });
    const { page, errors } = await logIn(browser, api, options, `/documents/cfdi/${documentRef}`);
    await page.getByRole('heading', { name: 'Historia' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.getByText('related by (04)').waitFor();
    await look(page, ['console', window, 'english'], true);
    expect(errors).toEqual([]);
  });

  it('a person drafts an invoice, sees its taxes before saving, changes the draft and stamps it', async () => {
    const { page, errors } = await logIn(browser, busy.own, options, '/documents');
    await page.getByRole('link', { name: 'Nueva factura' }).click();
    await title(page, 'Nueva factura');
    await choose(page, 'Cliente', customerInput.legalName);
    // The form copies the CFDI use from the customer.
    await valued(page, 'G03 · ').waitFor();
    await choose(page, 'Forma de pago', '03');
    await choose(page, 'Producto', productInput.description);
    await page.getByText('IVA trasladado').waitFor();
    await look(page, ['console', window, 'invoice'], true);
    await act(page, 'Guardar el borrador');
    await title(page, 'Factura sin folio');
    await page.getByText('$1,160.00').first().waitFor();
    await page.getByRole('link', { name: 'Cambiar', exact: true }).click();
    await title(page, 'Cambiar el borrador');
    await valued(page, customerInput.legalName).waitFor();
    await page.getByLabel('Cantidad').fill('3');
    await look(page, ['console', window, 'edit'], true);
    await act(page, 'Guardar los cambios');
    await title(page, 'Factura sin folio');
    await page.getByText('$3,480.00').first().waitFor();
    await act(page, 'Timbrar');
    await page.getByText('Vigente', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  it("a person switches on a PAC scenario, sees the rejection in the organization's time zone, and switches the scenario off", async () => {
    const own = await startIssuer();
    const draft = await newDraft(own);
    const tokyo = { ...options, timezoneId: 'Asia/Tokyo' };
    const { page, errors } = await logIn(browser, own, tokyo, '/sandbox/scenarios');
    const name = 'RFC del receptor desconocido por el SAT';
    const scenario = page.getByRole('row').filter({ hasText: name });
    await scenario.getByRole('button', { name: 'Activar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activar' }).click();
    await page.getByText(`Escenario activo: ${name}`).waitFor();
    await look(page, ['console', window, 'scenario-active'], true);
    await page.goto(`${own.baseUrl}/console/#/documents/cfdi/${draft}`);
    await page.getByRole('button', { name: 'Timbrar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Timbrar' }).click();
    await dialog.getByText('El padrón del SAT no tiene activo este RFC').waitFor();
    await dialog.getByRole('button', { name: 'No hacer nada' }).click();
    const refused = '/v1/developer-activity?operation=stampCfdi&statusClass=4xx';
    const recorded = async () => (await own.request('GET', refused)).json.data as Shown[];
    const [refusal] = await until(60_000, recorded, ({ length }) => length > 0);
    await page.goto(`${own.baseUrl}/console/#/home`);
    await page.getByText('El PAC o una regla lo rechazó').waitFor();
    const cause = page.getByText('El SAT no tiene activo el RFC del receptor');
    await cause.waitFor();
    await look(page, ['console', window, 'home-refused']);
    await page.getByText('Las fechas y horas son de America/Mexico City').waitFor();
    await page
      .getByText(inMexico(refusal!.at as string))
      .first()
      .waitFor();
    await page.goto(`${own.baseUrl}/console/#/sandbox/scenarios`);
    await page.getByRole('alert').getByRole('button', { name: 'Desactivar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
    await page.getByText('Escenario activo').first().waitFor({ state: 'detached' });
    await page.goto(`${own.baseUrl}/console/#/documents/cfdi/${draft}`);
    await act(page, 'Timbrar');
    await page.getByText('Vigente', { exact: true }).waitFor();
    // The home page still shows the rejection after the document was stamped.
    await page.goto(`${own.baseUrl}/console/#/home`);
    await cause.waitFor();
    expect(errors).toEqual([]);
  });

  it('a person sees on the home page that a receiver rejected a cancellation', async () => {
    const own = await startIssuer();
    const { documentRef } = await newStamped(own);
    const scenario = { body: { scenarioId: 'cancellation_rejected' } };
    await dataOf(own.request('PUT', '/v1/sandbox/scenario', scenario));
    const cancel = { body: { motive: '02' } };
    await dataOf(own.request('POST', `/v1/cfdi/${documentRef}/cancel`, cancel));
    const asked = async () =>
      JSON.stringify(await dataOf(own.request('POST', `/v1/cfdi/${documentRef}/synchronize`)));
    const changes = async () =>
      JSON.stringify(
        await dataOf(own.request('GET', '/v1/events?types=cfdi.cancellation_changed')),
      );
    const isRejected = (shown: string) => shown.includes('"state":"rejected"');
    await until(60_000, asked, isRejected);
    await until(60_000, changes, isRejected);
    const { page, errors } = await logIn(browser, own, options);
    await page.getByText('El receptor o el SAT rechazó la cancelación').waitFor();
    await look(page, ['console', window, 'home-cancellation-refused'], true);
    await page
      .getByRole('link', { name: /\d{1,2}:\d{2}/ })
      .last()
      .click();
    await page.getByText('Historia').first().waitFor();
    expect(decodeURIComponent(page.url())).toContain(documentRef as string);
    expect(errors).toEqual([]);
  });

  it('a person opens the pages of collections, payroll, background work, reports and the request log', async () => {
    const { page, errors } = await logIn(browser, busy.own, options);
    const open = async (path: string, seen: string) => {
      await page.goto(`${busy.own.baseUrl}/console/#/${path}`);
      await page.getByRole('main').getByText(seen).locator('visible=true').first().waitFor();
      await look(page, ['console', window, path.split('/').slice(0, 2).join('-')], true);
    };
    await open('receivables/by_age', customerInput.legalName);
    await open('receivables/calendar', customerInput.legalName);
    await open('payroll/runs', 'En revisión');
    await open(`payroll/rows/${busy.rowId}/${busy.runId}`, 'Neto a pagar');
    await open('work/imports', 'No hay nada aquí.');
    await open('reports', 'Facturado');
    await open('developers/activity', 'listReceivables');
    await open('developers/keys', 'Activa');
    await open('developers/events', 'cfdi.stamped');
    await open('sandbox/scenarios', 'RFC del receptor');
    await open('sandbox/mailbox', 'compras@ure.mx');
    await page.getByRole('main').getByRole('table').getByRole('link').first().click();
    await page.getByText('<b>Hola</b>').waitFor();
    expect(errors).toEqual([]);
  });

  it('a person records a partial payment of an invoice', async () => {
    const { page, errors } = await logIn(browser, busy.own, options, '/payment');
    await choose(page, 'Cliente', customerInput.legalName);
    await choose(page, 'Forma de pago', '03');
    await page.getByLabel('Importe pagado').first().fill('100');
    await page.getByText('Parcialidad 1').waitFor();
    await page.getByText('$100.00').first().waitFor();
    expect(await page.getByText(/XXX/).count()).toBe(0);
    await look(page, ['console', window, 'payment'], true);
    await act(page, 'Guardar el borrador');
    await title(page, 'Complemento de pago sin folio');
    await page.getByText('Borrador', { exact: true }).first().waitFor();
    expect(errors).toEqual([]);
  });

  it('a person tests a webhook, sees its deliveries and creates an API key with a limit', async () => {
    const own = await startIssuer();
    await created(own, '/v1/webhooks', { url: 'https://example.com/hook', events: ['cfdi.*'] });
    const { page, errors } = await logIn(browser, own, options, `/developers/webhooks`);
    await act(page, 'Probar');
    await page.getByRole('link', { name: 'https://example.com/hook' }).click();
    await page.getByRole('cell', { name: 'webhook.test' }).waitFor();
    await page.getByRole('button', { name: 'Reenviar' }).first().waitFor();
    await page.goto(`${own.baseUrl}/console/#/developers/keys`);
    await page.getByRole('button', { name: 'Nueva llave', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Ventas');
    await choose(page, 'Permisos', 'invoices:read');
    await dialog.getByLabel('Máximo por día').fill('5000');
    await dialog.getByRole('button', { name: 'Nueva llave', exact: true }).click();
    await dialog.getByText(/^timbre_test_/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Máximo por día: 5000').waitFor();
    expect(errors).toEqual([]);
  });

  it('a person cancels a document with the replacement that the console offers', async () => {
    const { documentRef, customerId, uuid } = await newStamped(api);
    const replacement = await created(api, '/v1/cfdi', {
      ...incomeInput(customerId as string),
      relatedDocuments: [{ relationship: '04', documents: [uuid] }],
    });
    const { page, errors } = await logIn(browser, api, options, `/documents/cfdi/${documentRef}`);
    const open = async () => {
      await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
      await page.getByLabel('Motivo').selectOption({ label: '01 · Con errores, con sustituto' });
      await page.getByRole('combobox', { name: 'Documento que lo sustituye' }).click();
    };
    await open();
    await page.getByText('Timbre primero el sustituto').waitFor();
    const stamped = await dataOf(api.request('POST', `/v1/cfdi/${replacement.documentRef}/stamp`));
    await page.goto(`${api.baseUrl}/console/#/documents`);
    await title(page, 'Documentos');
    await page.goto(`${api.baseUrl}/console/#/documents/cfdi/${documentRef}`);
    await open();
    await page.getByRole('option', { name: stamped.uuid as string }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const cfdi = await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
    expect(cfdi['cancellation']).toMatchObject({
      motive: '01',
      replacementDocumentRef: replacement.documentRef,
    });
    expect(errors).toEqual([]);
  });

  it('a person who enters a wrong API key reads advice on what to do next', async () => {
    const { page } = await openWindow(browser, options);
    await page.goto(`${api.baseUrl}/console/`);
    await page.getByLabel('Llave de API').fill('timbre_test_wrong');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('alert').getByText('Copie otra vez la llave completa').waitFor();
    await look(page, ['console', window, 'login-refused']);
  });

  it('a person advances the clock of the sandbox', async () => {
    const { page, errors } = await logIn(browser, await startIssuer(), options, '/sandbox/mailbox');
    await act(page, 'Adelantar el reloj');
    await page.getByRole('link', { name: 'Desarrollo' }).click();
    await page.getByRole('tab', { name: 'Eventos' }).click();
    await page.getByText('sandbox_clock.advanced').waitFor();
    expect(errors).toEqual([]);
  });
});

it('a person who enters a revoked API key reads in both languages that the key was revoked', async () => {
  const key = { name: 'Revoked', permissions: ['invoices:read'] };
  const { apiKey, credentialId } = await created(api, '/v1/credentials', key);
  await dataOf(api.request('POST', `/v1/credentials/${credentialId}/revoke`));
  const { page } = await openWindow(browser);
  await page.goto(`${api.baseUrl}/console/`);
  const enter = async (label: string, button: string) => {
    await page.getByLabel(label).fill(apiKey as string);
    await page.getByRole('button', { name: button }).click();
  };
  await enter('Llave de API', 'Entrar');
  await page.getByRole('alert').getByText('Esta llave de API fue revocada').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await enter('API key', 'Log in');
  await page.getByRole('alert').getByText('This API key was revoked').waitFor();
});

it('a draft with fields that the form does not show cannot be edited in the console', async () => {
  const customerId = await newCustomer(api);
  const local = [{ kind: 'withheld', name: 'CINCO AL MILLAR', rate: 0.5 }];
  const { documentRef } = await created(api, '/v1/cfdi', {
    ...incomeInput(customerId),
    localTaxes: local,
  });
  const { page } = await logIn(browser, api, desk, `/documents/cfdi/${documentRef}`);
  await page.getByText('se cambia por la API').waitFor();
  expect(await page.getByRole('link', { name: 'Cambiar', exact: true }).count()).toBe(0);
});

it('the menu remains usable if a page cannot be loaded', async () => {
  const { page } = await logIn(browser, busy.own, desk);
  await page.route(/reports/, (route) => route.abort());
  await page.getByRole('link', { name: 'Reportes' }).click();
  await page.getByRole('alert').getByText('Esta página no se pudo mostrar').waitFor();
  await look(page, ['console', 'desk', 'page-failed']);
  await page.getByRole('link', { name: 'Documentos' }).click();
  await title(page, 'Documentos');
});

it('the console hides actions that the API would refuse', async () => {
  const permissions = ['invoices:read', 'files:read'];
  const { apiKey } = await created(api, '/v1/credentials', { name: 'Reader', permissions });
  const draft = await newDraft(api);
  const reader = api.withApiKey(apiKey as string);
  const { page, errors } = await logIn(browser, reader, desk, `/documents/cfdi/${draft}`);
  await title(page, 'Factura sin folio');
  await page.getByRole('heading', { name: 'Historia' }).waitFor();
  const seen = await page.getByRole('main').getByRole('button').allTextContents();
  expect(seen).toEqual(['Descargar PDF']);
  await page.getByRole('link', { name: 'Documentos' }).click();
  await title(page, 'Documentos');
  expect([await page.getByRole('tab').allTextContents(), errors]).toEqual([['CFDI'], []]);
});

it('the console shows markup in names and notes as text', async () => {
  const attack =
    '<img src=x onerror="document.title=\'hit\'"><script>document.title="hit"</script>';
  const customerName = `Cliente ${attack}`;
  const items = [{ ...customItem, description: attack }];
  const { documentRef } = await newQuote(api, { customerName, notes: attack, items });
  const { page, errors } = await logIn(browser, api, desk, `/documents/quote/${documentRef}`);
  await title(page, /^Cotización \d+$/);
  await page.getByText(customerName, { exact: true }).first().waitFor();
  await page.getByText(attack, { exact: true }).first().waitFor();
  await page.goto(`${api.baseUrl}/console/#/documents/quote`);
  await page.getByRole('link', { name: customerName }).first().waitFor();
  await created(api, '/v1/credentials', { name: attack, permissions: ['invoices:read'] });
  for (const path of ['keys', 'access']) {
    await page.goto(`${api.baseUrl}/console/#/developers/${path}`);
    await page.getByText(attack, { exact: true }).first().waitFor();
  }
  expect([await page.title(), await page.locator('main img').count(), errors]).toEqual([
    'Timbre',
    0,
    [],
  ]);
});

it('the first page of the console loads at most 300 kB of compressed JavaScript', () => {
  const folder = join(__dirname, '..', '..', 'gateway', 'dist', 'console');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, name]) => name!,
  );
  const bytes = scripts.map((name) => gzipSync(readFileSync(join(folder, name))).length);
  expect(scripts).not.toEqual([]);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(300_000);
});
