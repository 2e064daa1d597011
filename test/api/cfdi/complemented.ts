import {
  created,
  dataOf,
  incomeInput,
  issuerProfile,
  newCustomer,
  setUpIssuer,
  startApi,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { documented } from '../documented';
import { issuesOf } from '../refused';
import { printedWords } from '../sound-document';

/**
 * An issuer of documents with complements, its customer, and the organization that the customer has
 * in Timbre.
 */
export interface Complemented {
  api: Api;
  customerId: string;
  /** Returns the input of an income draft that breaks no rule. */
  income(changes?: object): Shown;
  /** Creates and stamps a document. */
  stamped(body: object): Promise<Shown>;
  /** Imports a document into the organization of the customer. */
  imported(xml: string): Promise<Shown>;
  /** Sends a draft that must be rejected, and returns its issues. */
  refused(body: object): Promise<string[]>;
  /** Returns the text of the PDF in English. */
  inEnglish(document: Shown): Promise<string>;
}

/**
 * Creates the issuer, with a series for every kind of document that may have complements, and its
 * customer.
 */
export async function startComplemented(profile = issuerProfile): Promise<Complemented> {
  const api = await documented(await startApi());
  await setUpIssuer(api, profile);
  for (const [code, kind] of [
    ['NC', 'credit_note'],
    ['T', 'transfer'],
  ])
    await created(api, '/v1/settings/series', { code, kind });
  const customerId = await newCustomer(api);
  const receiver = await documented(await startApi());
  const customer = {
    rfc: 'URE180429TM6',
    legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    taxSystem: '601',
    postalCode: '86991',
  };
  await dataOf(receiver.request('PUT', '/v1/fiscal/profile', { body: customer }));
  const english: Api = {
    ...api,
    request: (method, path, options) => api.request(method, `${path}?language=en`, options),
  };
  return {
    api,
    customerId,
    income: (changes) => incomeInput(customerId, changes),
    async stamped(body) {
      const { documentRef } = await created(api, '/v1/cfdi', body);
      return dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
    },
    imported(xml) {
      const body = { xml: Buffer.from(xml).toString('base64') };
      return dataOf(receiver.request('POST', '/v1/cfdi/imports', { body }));
    },
    refused: async (body) => issuesOf(await api.request('POST', '/v1/cfdi', { body })),
    inEnglish: ({ documentRef }) => printedWords(english, { documentRef }),
  };
}
