import { created, dataOf, newCustomer, startIssuer, type Api } from '@timbre/testkit/client';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser';
import { act, choose, logIn, title } from './console';

let browser: Browser;
let api: Api;
beforeAll(async () => {
  [browser, api] = await Promise.all([startBrowser(), startIssuer()]);
});
afterAll(() => browser.close());

it('a customer created in the console can be chosen in an invoice', async () => {
  const { page, errors } = await logIn(browser, api, {}, '/registry/contacts');
  const legalName = 'HERRERIA & ELECTRICOS';
  await act(page, 'Nuevo cliente o proveedor', async () => {
    await page.getByLabel('Nombre o razón social').fill(legalName);
    await page.getByLabel('RFC', { exact: true }).fill('H&E951128469');
    await choose(page, 'Régimen fiscal', '601');
    await page.getByLabel('Código postal').fill('06002');
    await choose(page, 'Uso del CFDI', 'G03');
  });
  await page.getByRole('link', { name: legalName }).click();
  await title(page, legalName);
  const [customer] = (await api.request('GET', '/v1/contacts?query=herreria')).json.data;
  expect(customer).toMatchObject({
    kind: 'customer',
    legalName,
    rfc: 'H&E951128469',
    taxSystem: '601',
    cfdiUse: 'G03',
    address: { postalCode: '06002', country: 'MEX' },
  });
  await page.goto(`${api.baseUrl}/console/#/invoice`);
  await choose(page, 'Cliente', legalName);
  expect(errors).toEqual([]);
});

it('a changed customer keeps all data that the form does not change', async () => {
  const address = { street: 'Reforma', exterior: '1', postalCode: '86991', country: 'MEX' };
  const contactId = await newCustomer(api, {
    legalName: 'CLIENTE CON CALLE',
    code: 'C-1',
    address,
  });
  const { page } = await logIn(browser, api, {}, `/registry/contacts/${contactId}`);
  await act(page, 'Cambiar los datos', async () => {
    await page.getByLabel('Código postal').fill('06002');
    await page.getByLabel('Correo').fill('pagos@cliente.mx');
    await page.getByLabel('Plantilla de la addenda').fill('<orden>{{folio}}</orden>');
  });
  await page.getByText('pagos@cliente.mx').waitFor();
  const read = () => dataOf(api.request('GET', `/v1/contacts/${contactId}`));
  const changed = {
    legalName: 'CLIENTE CON CALLE',
    code: 'C-1',
    address: { ...address, postalCode: '06002' },
    email: 'pagos@cliente.mx',
    addendaTemplate: '<orden>{{folio}}</orden>',
  };
  expect(await read()).toMatchObject(changed);
  await act(page, 'Cambiar los datos', () => page.getByLabel('Correo').fill(''));
  await page.getByText('pagos@cliente.mx').waitFor({ state: 'detached' });
  const { email: _, ...kept } = changed;
  const after = await read();
  expect(after).toMatchObject(kept);
  expect(after).not.toHaveProperty('email');
});

it('a product can be created, changed, archived and reactivated in the console', async () => {
  const { page, errors } = await logIn(browser, api, {}, '/registry/products');
  await act(page, 'Nuevo producto', async () => {
    await page.getByLabel('Descripción').fill('Café molido');
    await page.getByRole('textbox', { name: 'Precio', exact: true }).fill('116.5');
    await page.getByRole('combobox', { name: 'IVA', exact: true }).selectOption({ label: '0 %' });
    await choose(page, 'Clave del SAT', '50201706');
    await choose(page, 'Unidad', 'KGM');
  });
  await page.getByRole('link', { name: 'Café molido' }).click();
  await title(page, 'Café molido');
  const [{ productId }] = (await api.request('GET', '/v1/products?query=molido')).json.data;
  const read = () => dataOf(api.request('GET', `/v1/products/${productId}`));
  expect(await read()).toMatchObject({
    price: 116.5,
    taxIncluded: false,
    taxability: 'zero',
    taxRate: 0,
    satProductCode: '50201706',
    satUnitCode: 'KGM',
  });
  await act(page, 'Cambiar el producto', () =>
    page
      .getByRole('combobox', { name: 'IVA', exact: true })
      .selectOption({ label: 'Exento' })
      .then(() => {}),
  );
  await act(page, 'Archivar');
  const exempt = await read();
  expect(exempt).toMatchObject({ taxability: 'exempt', price: 116.5, active: false });
  expect(exempt).not.toHaveProperty('taxRate');
  await act(page, 'Activar');
  await page.getByRole('button', { name: 'Archivar' }).waitFor();
  expect((await read())['active']).toBe(true);
  expect(errors).toEqual([]);
});

it('a product that was exempt for a stated reason can be changed to an IVA rate', async () => {
  const { productId } = await created(api, '/v1/products', {
    description: 'Libro',
    price: 0.125,
    taxability: 'exempt',
    taxExemptReason: 'LIVA 9 III',
    satProductCode: '55101510',
    satUnitCode: 'H87',
  });
  const { page } = await logIn(browser, api, {}, `/registry/products/${productId}`);
  await page.getByText('$0.125').waitFor();
  await page.getByRole('button', { name: 'Cambiar el producto', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar el producto' });
  const save = dialog.getByRole('button', { name: 'Cambiar el producto', exact: true });
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'IVA', exact: true }).selectOption({ label: '16 %' });
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  const taxed = await dataOf(api.request('GET', `/v1/products/${productId}`));
  expect(taxed).toMatchObject({ price: 0.125, taxability: 'standard', taxRate: 0.16 });
  expect(taxed).not.toHaveProperty('taxExemptReason');
});

it('a change of a product without an IVA rate does not add an IVA rate to the product', async () => {
  const { productId } = await created(api, '/v1/products', {
    description: 'Frontera',
    price: 10,
    satProductCode: '50201706',
    satUnitCode: 'KGM',
  });
  const { page } = await logIn(browser, api, {}, `/registry/products/${productId}`);
  await act(page, 'Cambiar el producto', () =>
    page.getByRole('textbox', { name: 'Precio', exact: true }).fill('12'),
  );
  await page.getByText('$12.00').waitFor();
  const changed = await dataOf(api.request('GET', `/v1/products/${productId}`));
  expect(changed).toMatchObject({ price: 12 });
  expect(changed).not.toHaveProperty('taxability');
});

it('a customer whose RFC has a wrong check digit is created, and the dialog shows the warning', async () => {
  const { page } = await logIn(browser, api, {}, '/registry/contacts');
  const name = 'Nuevo cliente o proveedor';
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel('Nombre o razón social').fill('CLIENTE DUDOSO');
  await dialog.getByLabel('RFC', { exact: true }).fill('URE180429TM7');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.getByText('RFC: ').waitFor();
  await dialog.getByText('Cerrar', { exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'CLIENTE DUDOSO' }).waitFor();
});
