import {
  created,
  customerInput,
  dataOf,
  incomeInput,
  newCustomer,
  productInput,
  startIssuer,
  type Api,
} from '@timbre/testkit/client';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser';
import { act, choose, logIn, title, valued } from './console';

let browser: Browser;
let api: Api;
beforeAll(async () => {
  [browser, api] = await Promise.all([startBrowser(), startIssuer()]);
});
afterAll(() => browser.close());

it('the invoice form uses the defaults of the last chosen customer', async () => {
  const own = await startIssuer();
  await created(own, '/v1/products', productInput);
  const slow = {
    legalName: 'CLIENTE A CREDITO',
    cfdiUse: 'G01',
    creditEnabled: true,
    creditByDefault: true,
  };
  const slowId = await newCustomer(own, slow);
  await newCustomer(own);
  const { page } = await logIn(browser, own, {}, '/invoice');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/v1/contacts/${slowId}`, async (route) => {
    await held;
    await route.continue();
  });
  const late = page.waitForResponse(`**/v1/contacts/${slowId}`);
  await choose(page, 'Cliente', slow.legalName);
  await choose(page, 'Cliente', customerInput.legalName);
  await valued(page, 'G03 · ').waitFor();
  release();
  await (await late).finished();
  await choose(page, 'Forma de pago', '03');
  await choose(page, 'Producto', productInput.description);
  await act(page, 'Guardar el borrador');
  await title(page, 'Factura sin folio');
  const { data } = (await own.request('GET', '/v1/cfdi')).json;
  const draft = await dataOf(own.request('GET', `/v1/cfdi/${data[0].documentRef}`));
  expect(draft).toMatchObject({ cfdiUse: 'G03', payment: { timing: 'single_payment' } });
});

it('a customer whose defaults cannot be read can still be invoiced, and the form reports the problem', async () => {
  const contactId = await newCustomer(api, { legalName: 'CLIENTE SIN LECTURA' });
  const { page, errors } = await logIn(browser, api, {}, '/invoice');
  const error = { code: 'not_found', message: 'El contacto no existe.' };
  await page.route(`**/v1/contacts/${contactId}`, (route) =>
    route.fulfill({ status: 404, json: { error } }),
  );
  await choose(page, 'Cliente', 'CLIENTE SIN LECTURA');
  await page.getByRole('alert').getByText(error.message).waitFor();
  await choose(page, 'Uso del CFDI', 'G03');
  await valued(page, 'G03 · ').waitFor();
  expect(errors).toEqual([]);
});

it('an issue of a field without a label shows the whole path of the field', async () => {
  const customerId = await newCustomer(api);
  const { documentRef } = await created(api, '/v1/cfdi', incomeInput(customerId));
  const { page } = await logIn(browser, api, {}, `/invoice/${documentRef}`);
  await page.route('**/v1/cfdi/preview', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const of = (...path: unknown[]) => ({ path: ['items', 0, ...path], message: 'Corrija esto.' });
    json.data.issues = [of('iedu', 'curp'), of('discount')];
    await route.fulfill({ response: answer, json });
  });
  await page.getByLabel('Cantidad').fill('3');
  await page.getByText('items.0.iedu.curp: Corrija esto.').waitFor();
  await page.getByText('Concepto 1 · Descuento: Corrija esto.').waitFor();
});

it('an edited draft keeps the item values that differ from the product', async () => {
  const { productId } = await created(api, '/v1/products', productInput);
  const own = { sku: 'ESPECIAL-1', unitName: 'Licencia', taxability: 'zero', taxRate: 0 };
  const items = [{ kind: 'product', productId, quantity: 1, unitPrice: 1000, ...own }];
  const { documentRef } = await created(
    api,
    '/v1/cfdi',
    incomeInput(await newCustomer(api), { items }),
  );
  const { page, errors } = await logIn(browser, api, {}, `/invoice/${documentRef}`);
  await page.getByLabel('Cantidad').fill('3');
  await act(page, 'Guardar los cambios');
  await title(page, 'Factura sin folio');
  const draft = await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
  expect(draft['items']).toMatchObject([{ productId, quantity: 3, ...own }]);
  expect(errors).toEqual([]);
});
