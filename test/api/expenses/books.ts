import { created, dataOf, newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { bodies } from '../request-examples';

/** An organization that records expenses, and the expense category and supplier that it uses. */
export interface Books {
  api: Api;
  categoryId: string;
  supplierId: string;
}

/** The RFC that every issuer has in this sandbox. */
const issuerRfc = 'EKU9003173C9';

export async function booksOf(api: Api): Promise<Books> {
  const category = { name: 'Papelería' };
  const supplier = { kind: 'supplier', legalName: 'Escuela', rfc: issuerRfc };
  return {
    api,
    categoryId: (await created(api, '/v1/settings/expense-categories', category))
      .categoryId as string,
    supplierId: (await created(api, '/v1/contacts', supplier)).contactId as string,
  };
}

export const expenseInput = ({ categoryId }: Books, changes: object = {}) => ({
  ...bodies['createExpense'],
  categoryId,
  ...changes,
});

export const creditInput = (books: Books, changes: object = {}) => {
  const { paymentForm: _, ...input } = expenseInput(books) as Record<string, unknown>;
  return { ...input, settlementMode: 'credit', supplierId: books.supplierId, ...changes };
};

export const newExpense = (books: Books, changes: object = {}): Promise<Shown> =>
  created(books.api, '/v1/expenses', expenseInput(books, changes));

export const newCredit = (books: Books, changes: object = {}): Promise<Shown> =>
  created(books.api, '/v1/expenses', creditInput(books, changes));

/** Creates an organization with the RFC URE180429TM6, which receives CFDI. */
export async function startReceiver(): Promise<Api> {
  const api = await startDocumentedIssuer();
  const csd = await dataOf(api.request('GET', '/v1/fiscal/certificates'));
  for (const { certificateId } of csd as unknown as Shown[]) {
    await dataOf(api.request('DELETE', `/v1/fiscal/certificates/${certificateId}`));
  }
  const body = {
    rfc: 'URE180429TM6',
    legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    taxSystem: '601',
    postalCode: '86991',
  };
  await dataOf(api.request('PUT', '/v1/fiscal/profile', { body }));
  return api;
}

/** Creates a CFDI that one organization stamps and the other organization imports. */
export async function receivedCfdi(issuer: Api, receiver: Api): Promise<Shown> {
  const { documentRef } = await newStamped(issuer);
  const file = await issuer.request('GET', `/v1/documents/${documentRef}/files/xml`);
  return created(receiver, '/v1/cfdi/imports', { xml: file.bytes.toString('base64') });
}
