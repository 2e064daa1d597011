import { commerce } from '@timbre/contract';
import { newId } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { archiveProduct } from '../src/operations/archive-product';
import { deleteContact } from '../src/operations/delete-contact';
import { resolveDraftSources } from '../src/operations/resolve-draft-sources';
import { addContact, addProduct, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

describe('resolveDraftSources', () => {
  it('answers the current contacts and products, with decimals as plain text', async () => {
    const context = callContext();
    const address = { postalCode: '26015', country: 'MEX' };
    const contactId = await addContact(service, context, { rfc: 'EKU9003173C9', address });
    const quantityDiscounts = { entries: [{ minQuantity: '10', percentage: '2.5' }] };
    const productId = await addProduct(service, context, { price: '10.50', quantityDiscounts });
    await service.answer(archiveProduct, context, { productId });
    const answer = await resolveDraftSources.run(service.runtime, context, {
      contactIds: [contactId, contactId],
      productIds: [productId],
    });
    const legalName = 'ESCUELA KEMPER URGATE';
    const contactFields = { legalName, rfc: 'EKU9003173C9', address };
    const productFields = { description: 'Silla', price: '10.5', quantityDiscounts };
    // As a caller receives it: the encoder drops columns that are not fields.
    const { ResolveDraftSourcesResponse: Response } = commerce;
    expect(
      Response.decode(Response.encode(answer as commerce.ResolveDraftSourcesResponse).finish()),
    ).toEqual({
      contacts: [
        { contactId, version: 1, kind: 'customer', fields: contactFields, deleted: false },
      ],
      products: [{ productId, version: 2, active: false, fields: productFields }],
    });
  });

  it('leaves out identifiers that are unknown, malformed, deleted or from another organization', async () => {
    const context = callContext();
    const deleted = await addContact(service, context);
    await service.answer(deleteContact, context, { contactId: deleted });
    const foreign = await addContact(service, callContext());
    const foreignProduct = await addProduct(service, callContext());
    const answer = await resolveDraftSources.run(service.runtime, context, {
      contactIds: [deleted, foreign, newId(), 'x'],
      productIds: [foreignProduct, newId(), ''],
    });
    expect(answer).toEqual({ contacts: [], products: [] });
  });
});
