import { startApi, type Api } from './api';

/** A resource in the form that the API returns. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Shown = Record<string, any>;

/** The fiscal profile of a test taxpayer that the SAT publishes. */
export const issuerProfile = {
  rfc: 'EKU9003173C9',
  legalName: 'ESCUELA KEMPER URGATE',
  taxSystem: '601',
  postalCode: '42501',
};

export const customerInput = {
  kind: 'customer',
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  address: { postalCode: '86991', country: 'MEX' },
  cfdiUse: 'G03',
};

export const productInput = {
  description: 'Licencia anual de software',
  price: 1160,
  taxIncluded: true,
  taxRate: 0.16,
  taxability: 'standard',
  satProductCode: '43232300',
  satUnitCode: 'H87',
};

/** An item of 201.00 pesos plus 16 % IVA: 233.16 in total. */
export const customItem = {
  kind: 'custom',
  description: 'Implementación, por hora',
  quantity: 2,
  unitPrice: 100.5,
  satProductCode: '81111508',
  satUnitCode: 'HUR',
  taxability: 'standard',
  taxRate: 0.16,
};

/** Returns the input of an income draft that breaks no rule. */
export const incomeInput = (customerId: string, changes: object = {}) => ({
  kind: 'income',
  customerId,
  cfdiUse: 'G03',
  payment: { timing: 'single_payment', formCode: '03' },
  items: [customItem],
  ...changes,
});

/**
 * Returns the input of a withholding document for fees of 10,000.00 with a withholding of 2,066.67
 * (ISR of 10 % and two thirds of an IVA of 16 %).
 */
export const withholdingInput = (changes: object = {}) => ({
  withholdingCode: '01',
  receiver: {
    kind: 'national',
    rfc: 'MISC491214B86',
    legalName: 'Cecilia Miranda Sanchez',
    postalCode: '01010',
  },
  period: { startMonth: 10, endMonth: 10, year: 2026 },
  totals: { taxable: 10_000, exempt: 0 },
  taxes: [
    { type: 'ISR', base: 10_000, amount: 1_000, paymentType: '04' },
    { type: 'IVA', base: 1_600, amount: 1_066.67, paymentType: '01' },
  ],
  ...changes,
});

/** Returns the `data` of a response. The function throws if the response is an error. */
export async function dataOf(answer: ReturnType<Api['request']>): Promise<Shown> {
  const { status, json, bytes } = await answer;
  if (status < 300) return json.data as Shown;
  throw new Error(`${status} ${bytes.toString().slice(0, 500)}`);
}

/** Creates a resource. The function throws if the API rejects the request. */
export const created = (api: Api, path: string, body: object): Promise<Shown> =>
  dataOf(api.request('POST', path, { body }));

/**
 * Creates a CSD or FIEL for the issuer in the sandbox, and returns it as the input of
 * uploadCertificate.
 */
export async function mintedFiles(api: Api, changes: object = {}) {
  const { rfc, legalName } = issuerProfile;
  const asked = { kind: 'csd', rfc, legalName, ...changes };
  const minted = await created(api, '/v1/sandbox/certificates', asked);
  const { certificate, privateKey, passphrase } = minted;
  return { certificate, privateKey, passphrase } as Record<
    'certificate' | 'privateKey' | 'passphrase',
    string
  >;
}

/** Prepares an organization for stamping: profile, active CSD, and default series A for income. */
export async function setUpIssuer(api: Api, profile = issuerProfile): Promise<void> {
  const { rfc, legalName } = profile;
  await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: profile }));
  await created(api, '/v1/fiscal/certificates', await mintedFiles(api, { rfc, legalName }));
  await created(api, '/v1/settings/series', { code: 'A', kind: 'income' });
}

/** Creates a new organization that can stamp. */
export async function startIssuer(name?: string): Promise<Api> {
  const api = await startApi(name);
  await setUpIssuer(api);
  return api;
}

/** Prepares an issuer for withholding documents too, with default series R. */
export const newWithholdingSeries = (api: Api): Promise<Shown> =>
  created(api, '/v1/settings/series', { code: 'R', kind: 'withholding' });

/** Creates a withholding draft and returns its document reference. */
export async function newWithholding(api: Api, changes: object = {}): Promise<string> {
  return (await created(api, '/v1/withholdings', withholdingInput(changes))).documentRef;
}

/** Creates and stamps a withholding document. */
export async function newStampedWithholding(api: Api, changes: object = {}): Promise<Shown> {
  const documentRef = await newWithholding(api, changes);
  return dataOf(api.request('POST', `/v1/withholdings/${documentRef}/stamp`));
}

/** Creates a customer and returns its identifier. */
export async function newCustomer(api: Api, changes: object = {}): Promise<string> {
  return (await created(api, '/v1/contacts', { ...customerInput, ...changes })).contactId;
}

/** Creates a draft for a new customer and returns its document reference. */
export async function newDraft(api: Api, changes: object = {}): Promise<string> {
  const input = incomeInput(await newCustomer(api), changes);
  return (await created(api, '/v1/cfdi', input)).documentRef;
}

/** Creates and stamps a CFDI for a new customer. */
export async function newStamped(api: Api, changes: object = {}): Promise<Shown> {
  return dataOf(api.request('POST', `/v1/cfdi/${await newDraft(api, changes)}/stamp`));
}
