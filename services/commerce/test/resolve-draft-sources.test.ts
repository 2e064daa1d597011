import { commerce } from '@timbre/contract';
import { newId } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { archiveProduct } from '../src/operations/archive-product';
import { createLocation } from '../src/operations/create-location';
import { deleteContact } from '../src/operations/delete-contact';
import { putPriceOverride } from '../src/operations/put-price-override';
import { resolveDraftSources } from '../src/operations/resolve-draft-sources';
import { addContact, addLocation, addProduct, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

describe('resolveDraftSources', () => {
  it('resolveDraftSources returns the current contacts and products, with decimals as plain text', async () => {
    const context = callContext();
    const address = { postalCode: '26015', country: 'MEX' };
    const contactId = await addContact(service, context, { rfc: 'EKU9003173C9', address });
    const quantityDiscounts = { entries: [{ minQuantity: '10', percentage: '2.5' }] };
    const productId = await addProduct(service, context, { price: '10.50', quantityDiscounts });
    await service.answer(archiveProduct, context, { productId });
    const location = { name: 'Centro', postalCode: '06000', isDefault: true };
    const created = await service.answer(createLocation, context, { fields: location });
    const locationId = created['locationId'] as string;
    const answer = await resolveDraftSources.run(service.runtime, context, {
      contactIds: [contactId, contactId],
      productIds: [productId],
      locationIds: [locationId],
    });
    const legalName = 'ESCUELA KEMPER URGATE';
    const contactFields = { legalName, rfc: 'EKU9003173C9', address };
    const productFields = { description: 'Silla', price: '10.5', quantityDiscounts };
    // The response as a caller receives it, because the encoder drops columns that are not fields.
    const { ResolveDraftSourcesResponse: Response } = commerce;
    expect(
      Response.decode(Response.encode(answer as commerce.ResolveDraftSourcesResponse).finish()),
    ).toEqual({
      contacts: [
        { contactId, version: 1, kind: 'customer', fields: contactFields, deleted: false },
      ],
      products: [{ productId, version: 2, active: false, fields: productFields }],
      prices: [],
      locations: [{ locationId, version: 1, active: true, fields: location }],
    });
  });

  it('resolveDraftSources returns the prices of the items for the customer at the location, in their order', async () => {
    const context = callContext();
    const customerId = await addContact(service, context);
    const locationId = await addLocation(service, context);
    const quantityDiscounts = { entries: [{ minQuantity: '10', percentage: '5' }] };
    const chair = await addProduct(service, context, { price: '100', quantityDiscounts });
    const table = await addProduct(service, context, { price: '300' });
    const agreed = { productId: table, customerId, price: '250', taxIncluded: true };
    const { overrideId } = await service.answer(putPriceOverride, context, { fields: agreed });
    await service.answer(putPriceOverride, context, {
      fields: { productId: chair, locationId: await addLocation(service, context, { name: 'Norte' }), price: '1' },
    }); // prettier-ignore
    const of = (productId: string, quantity: string) => ({ productId, quantity });
    const items = [
      of(chair, '9'),
      of(table, '1'),
      of(chair, '10'),
      of(newId(), '1'),
      of(chair, 'x'),
    ];
    const request = { contactIds: [], productIds: [chair, table], locationIds: [] };
    const asked = { ...request, prices: { items, customerId, locationId } };
    const answer = await resolveDraftSources.run(service.runtime, context, asked);
    const list = { taxIncluded: false, ruleKind: 'list' };
    expect((answer as commerce.ResolveDraftSourcesResponse).prices).toEqual([
      { ...of(chair, '9'), unitPrice: '100', ...list },
      { ...of(table, '1'), unitPrice: '250', taxIncluded: true, ruleKind: 'customer', overrideId },
      { ...of(chair, '10'), unitPrice: '95', ...list, discount: quantityDiscounts.entries[0] },
    ]);
  });

  it('resolveDraftSources omits identifiers that are unknown, malformed, deleted or from another organization', async () => {
    const context = callContext();
    const deleted = await addContact(service, context);
    await service.answer(deleteContact, context, { contactId: deleted, knownRefs: [] });
    const foreign = await addContact(service, callContext());
    const foreignProduct = await addProduct(service, callContext());
    const answer = await resolveDraftSources.run(service.runtime, context, {
      contactIds: [deleted, foreign, newId(), 'x'],
      productIds: [foreignProduct, newId(), ''],
      locationIds: [newId()],
    });
    expect(answer).toEqual({ contacts: [], products: [], prices: [], locations: [] });
  });
});
