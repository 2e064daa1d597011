import {
  created,
  dataOf,
  newDraft,
  newStamped,
  newWithholding,
  productInput,
  startIssuer,
  type Shown,
} from '@timbre/testkit/client';
import type { Browser, Page } from 'playwright-core';
import { monthly, owedIn, planned, deferred } from '../api/accounts/books';
import { bodies } from '../api/request-examples';
import { calculatedRun } from '../api/payroll/people';
import { newQuote } from '../api/quotes/offer';
import { newReceipt, newTill } from '../api/sales-receipts/till';
import { until } from '../api/until';
import { desk, look, openWindow, startBrowser } from './browser';
import { logIn } from './console';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const nothing = 'No hay nada aquí.';
const unknown = '01890000-0000-7000-8000-000000000000';
/** A declaration in the form of the API response. The simulated SAT of the sandbox has no declarations. */
const declaration = {
  category: 'declaration',
  documentRef: `declaration:${unknown}`,
  operationNumber: '260200001',
  declarationType: 'Normal',
  periodicity: 'Mensual',
  fiscalYear: 2026,
  period: 1,
  status: 'imported',
  filedAt: '2026-02-17T16:00:00.000Z',
  total: { amount: 29228, currency: 'MXN' },
};

/**
 * Creates an issuer that has a record of each kind, and returns the path of each console page with a text
 * that the page shows.
 */
async function fullIssuer() {
  const own = await startIssuer();
  const invoice = await newStamped(own, deferred);
  await planned(own, invoice, monthly(1));
  await owedIn(own, '/v1/accounts/receivables');
  const draft = await newDraft(own);
  const withholding = await newWithholding(own);
  const receipt = await newReceipt(own, await newTill(own));
  const quote = await newQuote(own, { notes: 'Vigente 15 días' });
  const { categoryId } = await created(own, '/v1/settings/expense-categories', { name: 'Renta' });
  const expense = await created(own, '/v1/expenses', { ...bodies['createExpense'], categoryId });
  const { runId, rowId } = await calculatedRun(own);
  const recipients = ['compras@ure.mx'];
  const send = `/v1/documents/${invoice.documentRef}/send`;
  await dataOf(own.request('POST', send, { body: { recipients } }));
  const hook = { url: 'https://example.com/hook', events: ['cfdi.*'] };
  const { webhookId } = await created(own, '/v1/webhooks', hook);
  await dataOf(own.request('POST', `/v1/webhooks/${webhookId}/test`));
  const firstOf = async (path: string) => {
    const read = async () => (await own.request('GET', path)).json.data as Shown[];
    return (await until(60_000, read, (rows) => rows.length > 0))[0]!;
  };
  const { id: eventId } = await firstOf('/v1/events');
  const { mailId } = await firstOf('/v1/sandbox/mails');
  const { requestId } = await firstOf('/v1/developer-activity');
  const { contactId } = await firstOf('/v1/contacts?kind=customer');
  const { productId } = await created(own, '/v1/products', productInput);
  const routes: [path: string, seen: string][] = [
    ['home', 'Listo para timbrar'],
    ['documents/cfdi', 'UNIVERSIDAD ROBOTICA'],
    ['documents/withholding', 'Cecilia Miranda Sanchez'],
    ['documents/sales_receipt', '$1,160.00'],
    ['documents/quote', 'Eva'],
    ['documents/expense', 'Renta'],
    [`documents/cfdi/${invoice.documentRef}`, 'Historia'],
    [`documents/withholding/${withholding}`, 'Gravado'],
    [`documents/sales_receipt/${receipt.documentRef}`, 'Tipo de venta'],
    [`documents/quote/${quote.documentRef}`, 'Vigente 15 días'],
    [`documents/expense/${expense.documentRef}`, 'Categoría'],
    [`documents/declaration/${declaration.documentRef}`, 'Ejercicio'],
    [`documents/cfdi/cfdi:${unknown}`, 'No se hizo'],
    ['documents/other/unknown', nothing],
    ['invoice', 'Los importes y los impuestos aparecen'],
    [`invoice/${draft}`, 'Guardar los cambios'],
    [`invoice/${invoice.documentRef}`, 'se cambia por la API'],
    [`invoice/cfdi:${unknown}`, 'No se hizo'],
    ['payment', 'Los importes y los impuestos aparecen'],
    ['registry/contacts', 'UNIVERSIDAD ROBOTICA'],
    [`registry/contacts/${contactId}`, 'Cambiar los datos'],
    ['registry/products', productInput.description],
    [`registry/products/${productId}`, 'Archivar'],
    ['receivables/by_age', 'UNIVERSIDAD ROBOTICA'],
    ['receivables/calendar', 'UNIVERSIDAD ROBOTICA'],
    ['payroll/runs', 'En revisión'],
    [`payroll/runs/${runId}`, 'Calcular'],
    [`payroll/rows/${rowId}/${runId}`, 'Cómo se calculó'],
    ['work/imports', nothing],
    ['reports', 'Facturado'],
    ['developers/activity', '200'],
    [`developers/activity/${requestId}`, 'Método'],
    ['developers/keys', 'Activa'],
    ['developers/access', 'Llave de API'],
    ['developers/webhooks', hook.url],
    [`developers/webhooks/${webhookId}`, 'webhook.test'],
    [`developers/webhooks/${unknown}`, 'No se hizo'],
    ['developers/events', 'cfdi.stamped'],
    [`developers/events/${eventId}`, String(eventId)],
    ['sandbox/mailbox', recipients[0]!],
    [`sandbox/mailbox/${mailId}`, 'Mensaje'],
    ['sandbox/scenarios', 'RFC del receptor'],
    ['sandbox/other/unknown', nothing],
  ];
  return { own, routes };
}

let full: Awaited<ReturnType<typeof fullIssuer>>;
beforeAll(async () => {
  full = await fullIssuer();
});

/** Returns the lists that the menu and the tabs of a page link to, such as `developers/keys`. */
async function listsOn(page: Page): Promise<string[]> {
  const ids = await page.getByRole('tab').evaluateAll((tabs) => tabs.map(({ id }) => id));
  const [, here = ''] = new URL(page.url()).hash.split('/');
  const menu = page.getByRole('navigation', { name: 'Páginas' }).getByRole('link');
  const links = await menu.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  return [
    ...links.map((link) => link.slice('#/'.length)),
    ...ids.map((id) => `${here}/${id.replace(/^.*-tab-/, '')}`),
  ];
}

describe.each([
  ['phone', {}],
  ['desk', desk],
] as const)('in a window: %s', (window, options) => {
  it('axe finds no violation on any page of the console, and no page is wider than the browser window', async () => {
    const { own, routes } = full;
    const { page, errors } = await logIn(browser, own, options);
    await page.route(`**/v1/declarations/${declaration.documentRef}`, (route) =>
      route.fulfill({ json: { data: declaration } }),
    );
    const offered = new Set<string>();
    for (const [place, [path, seen]] of routes.entries()) {
      await page.goto(`${own.baseUrl}/console/#/${path}`);
      await page.getByRole('main').getByText(seen).locator('visible=true').first().waitFor();
      await page.getByRole('status').first().waitFor({ state: 'detached' });
      const name = path.split('/').slice(0, 2).join('-');
      await look(page, ['console', window, `page-${place}-${name}`], true);
      for (const list of await listsOn(page)) offered.add(list);
    }
    const walked = routes.map(([path]) => path);
    const isWalked = (list: string) =>
      walked.some((path) => path === list || path.startsWith(`${list}/`));
    expect(offered.size).toBeGreaterThan(15);
    expect([[...offered].filter((list) => !isWalked(list)), errors]).toEqual([[], []]);
  });

  it('axe finds no violation on the login page and in dialogs', async () => {
    const { own, routes } = full;
    const { page: login } = await openWindow(browser, options);
    await login.goto(`${own.baseUrl}/console/`);
    await login.getByLabel('Llave de API').waitFor();
    await look(login, ['console', window, 'login']);
    const { page } = await logIn(browser, own, options);
    const invoice = routes.find(([path]) => path.startsWith('documents/cfdi/'))![0];
    for (const [path, button] of [
      ['registry/contacts', 'Nuevo cliente o proveedor'],
      ['registry/products', 'Nuevo producto'],
      ['developers/keys', 'Nueva llave'],
      ['developers/webhooks', 'Nuevo webhook'],
      ['sandbox/mailbox', 'Adelantar el reloj'],
      [invoice, 'Cancelar'],
    ] as const) {
      await page.goto(`${own.baseUrl}/console/#/${path}`);
      await page.getByRole('button', { name: button, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: button });
      await dialog.waitFor();
      await look(page, ['console', window, `dialog-${path.split('/')[1]}`], true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});
