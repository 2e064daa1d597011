import { customerInput, incomeInput } from '@timbre/testkit/client';

const abroad = { rfc: 'XEXX010101000', taxSystem: '616', cfdiUse: 'S01' };

/** The receivers of golden documents, as contacts of an issuer. */
export const receivers = (issuer: { rfc: string; legalName: string; taxSystem: string }) => ({
  company: customerInput,
  /** Deducts tuition and donations. */
  person: {
    ...customerInput,
    legalName: 'XOCHILT CASAS CHAVEZ',
    rfc: 'CACX7605101P8',
    taxSystem: '612',
    address: { postalCode: '36257', country: 'MEX' },
  },
  /** The issuer itself, which receives its own transfers of goods. */
  ourselves: {
    ...customerInput,
    ...issuer,
    cfdiUse: 'S01',
    address: { postalCode: '42501', country: 'MEX' },
  },
  texan: {
    ...customerInput,
    ...abroad,
    legalName: 'SAMPLE BUYER LLC',
    taxResidence: 'USA',
    foreignTaxId: '121585958',
    address: { postalCode: '75201', country: 'USA' },
  },
  german: {
    ...customerInput,
    ...abroad,
    legalName: 'MUSTER GMBH',
    taxResidence: 'DEU',
    foreignTaxId: 'DE811569869',
    address: { postalCode: '20095', country: 'DEU' },
  },
});

/** The identifiers of the receivers. */
export type Receivers = Readonly<Record<keyof ReturnType<typeof receivers>, string>>;

export const addressOfIssuers = {
  street: 'Avenida de las Pruebas',
  exterior: '100',
  postalCode: '42501',
  country: 'MEX',
};

/** The organizations that issue golden documents; they differ in RFC or tax regime. */
export const issuers = {
  /** A company with employees, vehicles and goods for export. */
  company: { rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE', taxSystem: '601' },
  /** An authorized donee. */
  donee: { rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE', taxSystem: '603' },
  /** A natural person with a business. */
  person: { rfc: 'MISC491214B86', legalName: 'CECILIA MIRANDA SANCHEZ', taxSystem: '612' },
} as const;

/**
 * A golden document: a request, as true to life as the public knowledge allows, whose document must be valid by
 * the schemas of the SAT, have the cadena of its stylesheets, break no rule of the simulator, be printed and
 * be read again. The documents of one complement differ in their shape.
 */
export interface Golden {
  /** The field of the API that this document is an example of. */
  readonly field: string;
  readonly says: string;
  readonly issuer?: keyof typeof issuers;
  /** The draft for the receivers of its issuer. */
  readonly draft: (receivers: Receivers) => object;
  /** A part of the XML. */
  readonly xml: string;
  /** Words of the PDF in Spanish. */
  readonly printed: string;
}

/** An item of 1 unit with IVA of 16 %. */
export const item = (description: string, satProductCode: string, changes: object = {}) => ({
  kind: 'custom',
  description,
  satProductCode,
  satUnitCode: 'E48',
  quantity: 1,
  unitPrice: 10_000,
  taxability: 'standard',
  taxRate: 0.16,
  ...changes,
});

/** An item of a transfer, which has neither price nor taxes. */
export const moved = (description: string, satProductCode: string, changes: object = {}) => ({
  kind: 'custom',
  description,
  satProductCode,
  satUnitCode: 'H87',
  quantity: 1,
  unitPrice: 0,
  ...changes,
});

/** The invoice of a company. */
export const income =
  (items: object[], changes: object = {}) =>
  ({ company }: Receivers) =>
    incomeInput(company, { items, ...changes });

/** The invoice of a natural person. */
export const incomeOfPerson =
  (items: object[], changes: object = {}) =>
  ({ person }: Receivers) =>
    incomeInput(person, { items, ...changes });

/** A transfer of goods of the organization. */
export const transfer =
  (items: object[], changes: object = {}) =>
  ({ ourselves }: Receivers) => ({ kind: 'transfer', customerId: ourselves, items, ...changes });

/** The UUID of an earlier document, which related documents name. */
const earlierUuid = '5a00000c-7a2b-4c3d-8e4f-abcdef00000c';

/** A credit note about an earlier invoice. */
export const creditNote =
  (items: object[], changes: object = {}) =>
  ({ company }: Receivers) => ({
    kind: 'credit_note',
    customerId: company,
    formCode: '03',
    relatedDocuments: [{ relationship: '01', documents: [earlierUuid] }],
    items,
    ...changes,
  });
