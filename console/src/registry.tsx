// The lists of customers, suppliers and products, the pages of their records, and the forms that
// create and change them.
import type { Timbre } from '@timbre/client';
import { Action, given } from './action.tsx';
import { catalog, type FieldSpec, type Values } from './fields.tsx';
import { day, priceOf, State } from './format.tsx';
import { column, list, text, type List, type RecordSpec } from './list.tsx';
import { taxes, taxNames, taxOf } from './taxes.ts';
import { t } from './words.ts';

type Contact = Awaited<ReturnType<Timbre['getContact']>>['data'];
type Customer = Extract<Contact, { kind: 'customer' }>;
type Product = Awaited<ReturnType<Timbre['getProduct']>>['data'];

const kinds = ['customer', 'supplier'];

/** The fields of a contact, preset with the values that it has. */
const contactFields = (contact: Partial<Customer> = {}): FieldSpec[] => [
  { name: 'legalName', preset: contact.legalName },
  { name: 'rfc', preset: contact.rfc, isOptional: true },
  {
    name: 'taxSystem',
    kind: catalog('c_RegimenFiscal'),
    preset: contact.taxSystem,
    isOptional: true,
  },
  // An address without a postal code does not exist.
  {
    name: 'postalCode',
    preset: contact.address?.postalCode,
    isOptional: contact.address === undefined,
  },
  {
    name: 'cfdiUse',
    kind: catalog('c_UsoCFDI'),
    preset: contact.cfdiUse,
    isOptional: true,
    isShown: ({ kind = contact.kind }) => kind === 'customer',
  },
  { name: 'email', preset: contact.email, isOptional: true },
  { name: 'phone', preset: contact.phone, isOptional: true },
];

const addendaField = ({ kind, addendaTemplate }: Customer): FieldSpec => ({
  name: 'addendaTemplate',
  kind: 'lines',
  preset: addendaTemplate,
  isOptional: true,
  isShown: () => kind === 'customer',
});

/** The fields of a product, preset with the values that it has. */
const productFields = (product: Partial<Product> = {}, isNew = false): FieldSpec[] => [
  { name: 'description', preset: product.description },
  { name: 'price', kind: 'number', preset: product.price?.toString() },
  {
    name: 'taxIncluded',
    kind: ['true', 'false'],
    preset: String(product.taxIncluded ?? false),
  },
  // The form offers the usual taxes only, and keeps any other tax of a product.
  {
    name: 'tax',
    kind: taxNames,
    preset: isNew ? taxNames[0] : (taxOf(product) ?? ''),
    isOptional: !isNew && taxOf(product) === undefined,
  },
  // Without these codes a product can be sold, but not invoiced.
  {
    name: 'satProductCode',
    kind: catalog('c_ClaveProdServ'),
    preset: product.satProductCode,
    isOptional: !isNew,
  },
  {
    name: 'satUnitCode',
    kind: catalog('c_ClaveUnidad'),
    preset: product.satUnitCode,
    isOptional: !isNew,
  },
  { name: 'code', preset: product.code, isOptional: true },
];

/**
 * Returns the values that a person has changed; null clears a member.
 * @param before the values when the form was opened
 */
const changed = (values: Values, before: Values): Members =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === before[name] ? [] : [[name, value === '' ? null : value]],
    ),
  );

/** The members of a request, as texts; null clears a member. */
type Members = Record<string, string | null>;

/** Returns the members of a contact. The other parts of its address stay as they are. */
const contactOf = ({ postalCode, ...members }: Members, address?: Contact['address']): object => ({
  ...members,
  ...(postalCode && { address: { country: 'MEX', ...address, postalCode } }),
});

/** Returns the members of a product. @param cleared the members that a new tax replaces */
function productOf({ price, tax, taxIncluded, ...members }: Members, cleared: object): object {
  return {
    ...members,
    ...(price && { price: Number(price) }),
    ...(taxIncluded && { taxIncluded: taxIncluded === 'true' }),
    ...(tax && { ...cleared, ...taxes[tax] }),
  };
}

const NewContact = () => (
  <Action
    operation="createContact"
    name="create_contact"
    fields={[{ name: 'kind', kind: kinds, preset: 'customer' }, ...contactFields()]}
    body={({ cfdiUse = '', ...values }) =>
      contactOf(given(values['kind'] === 'customer' ? { ...values, cfdiUse } : values))
    }
  />
);

const EditContact = ({ contact }: { contact: Contact }) => {
  const fields = [...contactFields(contact as Customer), addendaField(contact as Customer)];
  return (
    <Action
      operation="updateContact"
      name="edit_contact"
      path={{ contactId: contact.contactId }}
      fields={fields}
      isEdit
      body={(values, before) => contactOf(changed(values, before), contact.address)}
    />
  );
};

const NewProduct = () => (
  <Action
    operation="createProduct"
    name="create_product"
    fields={productFields({}, true)}
    body={(values) => productOf(given(values), {})}
  />
);

const ProductActions = ({ product }: { product: Product }) => {
  const path = { productId: product.productId };
  return (
    <>
      <Action
        operation="updateProduct"
        name="edit_product"
        path={path}
        fields={productFields(product)}
        isEdit
        body={(values, before) =>
          productOf(changed(values, before), { taxRate: null, taxExemptReason: null })
        }
      />
      {product.active ? (
        <Action operation="archiveProduct" name="archive_product" path={path} />
      ) : (
        <Action operation="unarchiveProduct" name="unarchive_product" path={path} />
      )}
    </>
  );
};

export const registryLists: { [name: string]: List } = {
  contacts: list('listContacts', {
    add: () => <NewContact />,
    open: ({ contactId }) => ['registry', 'contacts', contactId],
    filters: [text, { name: 'kind', values: kinds }],
    columns: [
      column('legalName', (row) => row.legalName),
      column('kind', ({ kind }) => t(kind)),
      column('rfc', (row) => row.rfc),
      column('email', (row) => row.email),
      column('updatedAt', (row) => day(row.updatedAt)),
    ],
  }),
  products: list('listProducts', {
    add: () => <NewProduct />,
    open: ({ productId }) => ['registry', 'products', productId],
    filters: [text, { name: 'active', label: 'for_sale', values: ['true', 'false'] }],
    columns: [
      column('description', (row) => row.description),
      column('code', (row) => row.code),
      column('status', ({ active }) => <State state={active ? 'for_sale' : 'not_for_sale'} />),
      column('stock', (row) => row.stock, true),
      column('price', (row) => priceOf(row.price), true),
    ],
  }),
};

// The casts are safe, because the records are the answers of the operations.
export const registryRecords: { [name: string]: RecordSpec } = {
  contacts: {
    operation: 'getContact',
    path: (contactId) => ({ contactId }),
    title: ({ legalName }) => String(legalName),
    fields: [
      'kind', 'rfc', 'taxSystem', 'address.postalCode', 'cfdiUse', 'email', 'phone', 'code',
      'defaultPaymentTermDays', 'addendaTemplate', 'updatedAt',
    ], // prettier-ignore
    actions: (_, contact) => <EditContact contact={contact as unknown as Contact} />,
  },
  products: {
    operation: 'getProduct',
    path: (productId) => ({ productId }),
    title: ({ description }) => String(description),
    fields: [
      'price', 'taxIncluded', 'taxability', 'taxRate', 'satProductCode', 'satUnitCode', 'code', 'stock',
      'updatedAt',
    ], // prettier-ignore
    actions: (_, product) => <ProductActions product={product as unknown as Product} />,
  },
};
