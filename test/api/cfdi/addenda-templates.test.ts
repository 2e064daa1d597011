import { created, customItem, customerInput, dataOf, type Shown } from '@timbre/testkit/client';
import { issuesOf } from '../refused';
import { soundXml } from '../sound-document';
import { startComplemented, type Complemented } from './complemented';

const template =
  '<pedido xmlns="urn:tienda" numero="{{purchaseOrder}}" uuid="{{uuid}}" total="{{total}}">\n' +
  '  <factura>{{series}}{{folio}} {{currency}} {{subtotal}}</factura>\n' +
  '{{#lines}}\n' +
  '  <linea numero="{{lineNumber}}" importe="{{amount}}">{{description}}</linea>\n' +
  '{{/lines}}\n' +
  '</pedido>';
const purchaseOrder = '45 & "00"';

let api: Complemented['api'];
let stamped: Complemented['stamped'];
let income: Complemented['income'];
let customerId: string;
beforeAll(async () => {
  ({ api, stamped, income } = await startComplemented());
  customerId = await customerWith(template);
});

const customerWith = async (addendaTemplate: string): Promise<string> =>
  (await created(api, '/v1/contacts', { ...customerInput, addendaTemplate })).contactId;

const ofCustomer = (changes: object = {}, id = customerId): Shown =>
  income({ customerId: id, ...changes });

const stamp = (documentRef: string) => api.request('POST', `/v1/cfdi/${documentRef}/stamp`);

it('an invoice has the addenda of its customer outside the seal, filled with the data of the invoice', async () => {
  const items = [customItem, { ...customItem, description: 'Tornillo de 1/4" <zinc>' }];
  const addendaValues = { purchaseOrder };
  const invoice = await stamped(ofCustomer({ items, addendaValues }));
  expect(invoice).toMatchObject({ addendaValues });
  const xml = await soundXml(api, invoice);
  const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1];
  const amounts = [...xml.matchAll(/<cfdi:Concepto [^>]* Importe="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  expect(xml.slice(xml.indexOf('<cfdi:Addenda>'))).toBe(
    `<cfdi:Addenda><pedido xmlns="urn:tienda" numero="45 &amp; &quot;00&quot;" uuid="${valueOf('UUID')}" ` +
      `total="${valueOf('Total')}">\n` +
      `  <factura>${valueOf('Serie')}${valueOf('Folio')} MXN ${valueOf('SubTotal')}</factura>\n` +
      `  <linea numero="1" importe="${amounts[0]}">${customItem.description}</linea>\n` +
      `  <linea numero="2" importe="${amounts[1]}">Tornillo de 1/4&quot; &lt;zinc&gt;</linea>\n` +
      '</pedido></cfdi:Addenda></cfdi:Comprobante>',
  );
});

it('a draft with a missing addenda value is stored, and its stamp is refused until the value is set', async () => {
  const { documentRef, warnings } = await created(api, '/v1/cfdi', ofCustomer());
  const path = ['addendaValues', 'purchaseOrder'];
  expect(warnings).toMatchObject([{ path, code: 'addenda_value_missing' }]);
  const refused = await stamp(documentRef);
  expect(refused.json.error).toMatchObject({ code: 'conflict' });
  expect(issuesOf(refused)).toEqual(['addendaValues.purchaseOrder: addenda_value_missing']);
  const body = ofCustomer({ addendaValues: { purchaseOrder } });
  await dataOf(api.request('PUT', `/v1/cfdi/${documentRef}`, { body }));
  expect((await stamp(documentRef)).status).toBe(200);
});

it('a missing addenda value of an item is reported as an issue of that item', async () => {
  const id = await customerWith('<a>{{#lines}}<l>{{sku}}</l>{{/lines}}</a>');
  const { sku: _, ...plain } = { ...customItem, sku: undefined };
  const items = [{ ...plain, sku: 'K1' }, plain];
  const { documentRef, warnings } = await created(api, '/v1/cfdi', ofCustomer({ items }, id));
  expect(warnings).toMatchObject([{ path: ['items', 1, 'sku'], code: 'addenda_value_missing' }]);
  expect((await stamp(documentRef)).status).toBe(409);
});

it('the addenda in the draft replaces the template', async () => {
  const invoice = await stamped(ofCustomer({ addenda: '<propia/>' }));
  expect(await soundXml(api, invoice)).toContain('<cfdi:Addenda><propia/></cfdi:Addenda>');
});

it('a credit note and a document for another customer have no addenda from the template', async () => {
  const invoice = await stamped(ofCustomer({ addendaValues: { purchaseOrder } }));
  const relatedDocuments = [{ relationship: '01', documents: [invoice.uuid] }];
  const credit = { kind: 'credit_note', customerId, formCode: '03', relatedDocuments };
  const note = await stamped({ ...credit, items: [customItem] });
  expect(await soundXml(api, note)).not.toContain('Addenda');
  const other = await stamped(income());
  expect(await soundXml(api, other)).not.toContain('Addenda');
});

it('a draft uses the changed template until the draft is sealed', async () => {
  const id = await customerWith('<vieja>{{order}}</vieja>');
  const body = ofCustomer({ addendaValues: { order: '1' } }, id);
  const { documentRef } = await created(api, '/v1/cfdi', body);
  const patch = { addendaTemplate: '<nueva folio="{{folio}}"/>' };
  await dataOf(api.request('PATCH', `/v1/contacts/${id}`, { body: patch }));
  const again = ofCustomer({}, id);
  await dataOf(api.request('PUT', `/v1/cfdi/${documentRef}`, { body: again }));
  const invoice = await dataOf(stamp(documentRef));
  expect(await soundXml(api, invoice)).toMatch(/<nueva folio="\d+"\/><\/cfdi:Addenda>/);
});

describe('400', () => {
  const refused = async (body: object) => issuesOf(await api.request('POST', '/v1/cfdi', { body }));

  it('addenda values that the template does not use', async () => {
    const addendaValues = { purchaseOrder, other: 'x', total: '1.00' };
    expect(await refused(ofCustomer({ addendaValues }))).toEqual([
      'addendaValues.other: addenda_value_not_needed',
      'addendaValues.total: addenda_value_not_needed',
    ]);
    expect(await refused(income({ addendaValues: { purchaseOrder } }))).toEqual([
      'addendaValues.purchaseOrder: addenda_value_not_needed',
    ]);
    const own = ofCustomer({ addenda: '<a/>', addendaValues: { purchaseOrder } });
    expect(await refused(own)).toEqual(['addendaValues.purchaseOrder: addenda_value_not_needed']);
    expect(await refused(ofCustomer({ addendaValues: JSON.parse('{"__proto__": "x"}') }))).toEqual([
      'addendaValues.__proto__: addenda_value_not_needed',
    ]);
  });

  it('an addenda that is too large because of its lines', async () => {
    const line = `<l>${'x'.repeat(10_000)}</l>`;
    const id = await customerWith(`<a>{{#lines}}${line}{{/lines}}</a>`);
    const items = Array.from({ length: 41 }, () => customItem);
    expect(await refused(ofCustomer({ items }, id))).toEqual(['customerId: addenda_invalid']);
  });

  it.each([
    ['<a>{{{total}}}</a>', 'addenda_template_invalid'],
    ['<a>{{#lines}}</a>', 'addenda_template_invalid'],
    ['<a><!-- {{total}} --></a>', 'addenda_template_invalid'],
    ['<a>{{total}}', 'addenda_template_invalid'],
    [`<a>${'x'.repeat(20_000)}</a>`, 'too_big'],
  ])('the template of a contact: %.40s', async (addendaTemplate, code) => {
    const body = { ...customerInput, addendaTemplate };
    const answer = await api.request('POST', '/v1/contacts', { body });
    expect(issuesOf(answer)).toEqual([`addendaTemplate: ${code}`]);
    const patch = { body: { addendaTemplate } };
    const changed = await api.request('PATCH', `/v1/contacts/${customerId}`, patch);
    expect(issuesOf(changed)).toEqual([`addendaTemplate: ${code}`]);
  });

  it('a supplier with an addenda template', async () => {
    const body = { kind: 'supplier', legalName: 'Lumen', addendaTemplate: '<a/>' };
    const answer = await api.request('POST', '/v1/contacts', { body });
    expect(issuesOf(answer)).toEqual(['addendaTemplate: unknown_field']);
  });
});
