import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { contact } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  code,
  flag,
  instant,
  integer,
  isIdentifier,
  json,
  resource,
  text,
  type Answer,
  type List,
  type Reader,
  type Transaction,
} from '@timbre/kit';
import type { commerce } from '@timbre/contract';
import type { SameRfc } from '../domain/contact';
import type { TaxInfo } from '../domain/tax-info';

/** A customer or supplier; `version` increases with each change and is part of the events. */
export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    kind: p.text().$type<'customer' | 'supplier'>(),
    code: p.text().nullable(),
    legalName: p.text(),
    email: p.text().nullable(),
    rfc: p.text().nullable(),
    taxSystem: p.text().nullable(),
    phone: p.text().nullable(),
    address: p.json<commerce.Address>().nullable(),
    cfdiUse: p.text().nullable(),
    creditEnabled: p.boolean().nullable(),
    creditByDefault: p.boolean().nullable(),
    defaultPaymentTermDays: p.integer().nullable(),
    publicBody: p.text().nullable(),
    iepsTaxpayer: p.boolean().nullable(),
    taxResidence: p.text().nullable(),
    foreignTaxId: p.text().nullable(),
    documentLanguage: p.text().nullable(),
    addendaTemplate: p.text().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Contact = InferEntity<typeof Contact>;

export const contactResource = resource<Answer<typeof contact>>('contact', 'contacts', {
  contactId: code('r.id'),
  kind: code('r.kind'),
  code: text('r.code'),
  legalName: text('r.legal_name'),
  email: text('r.email'),
  rfc: text('r.rfc'),
  taxSystem: text('r.tax_system'),
  phone: text('r.phone'),
  address: json('r.address'),
  cfdiUse: text('r.cfdi_use'),
  creditEnabled: flag('r.credit_enabled'),
  creditByDefault: flag('r.credit_by_default'),
  defaultPaymentTermDays: integer('r.default_payment_term_days'),
  publicBody: text('r.public_body'),
  iepsTaxpayer: flag('r.ieps_taxpayer'),
  taxResidence: text('r.tax_residence'),
  foreignTaxId: text('r.foreign_tax_id'),
  documentLanguage: text('r.document_language'),
  addendaTemplate: text('r.addenda_template'),
  updatedAt: instant('r.updated_at'),
});

export const contactList: List = {
  name: 'contacts',
  resource: contactResource,
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  instantColumn: 'r.created_at',
};

type Searched = { [Name in 'legalName' | 'rfc' | 'code' | 'email']?: string | null | undefined };

/** Returns the text in which `query` searches for contacts. */
export function contactSearchText(contact: Searched): string {
  const { legalName, rfc, code, email } = contact;
  return fold([legalName, rfc, code, email].filter(Boolean).join(' '));
}

/** Finds another contact of the same kind with the same RFC. */
export async function otherContactOf(
  read: Reader,
  { id, kind, rfc }: { id?: string | undefined; kind: Contact['kind']; rfc: string },
): Promise<SameRfc | undefined> {
  const [other] = await read.rows<SameRfc>(
    `select id as "contactId", legal_name as "legalName" from contacts
     where org_id = :org and kind = $2 and rfc = $3 and id is distinct from $4::uuid limit 1`,
    [kind, rfc, id ?? null],
  );
  return other;
}

/** Returns the language of a customer's documents; undefined if it is not set. */
export async function documentLanguageOf(
  read: Reader,
  customerId: string | null | undefined,
): Promise<string | undefined> {
  const [contact] = await read.find(Contact, customerId ? [customerId] : []);
  return contact?.documentLanguage ?? undefined;
}

/**
 * Locks a contact against deletion until the commit. A later read in the same transaction shows
 * whether the contact was already deleted.
 */
export async function keepContact(tx: Transaction, id: string): Promise<void> {
  if (!isIdentifier(id)) return;
  await tx.rows('select 1 from contacts where org_id = $1 and id = $2 for key share', [
    tx.organizationId,
    id,
  ]);
}

/** The fields of a contact that other records copy. */
export interface NamedContact {
  id: string;
  legalName: string;
}

/**
 * Reads a customer or supplier and locks the contact against deletion until the commit; undefined
 * if no such contact exists.
 */
export async function keepPartner(
  tx: Transaction,
  kind: Contact['kind'],
  id: string,
): Promise<NamedContact | undefined> {
  if (!isIdentifier(id)) return undefined;
  const [contact] = await tx.rows<NamedContact>(
    `select id, legal_name as "legalName" from contacts
     where org_id = $1 and id = $2 and kind = $3 for key share`,
    [tx.organizationId, id, kind],
  );
  return contact;
}

/** The maximum number of customers with the same RFC that are compared. */
const comparedMax = 50;

/** Returns the customers with this RFC, tax regime and Mexican postal code. */
export const customersLike = (
  tx: Transaction,
  { rfc, taxSystem, postalCode }: Pick<TaxInfo, 'rfc' | 'taxSystem' | 'postalCode'>,
): Promise<NamedContact[]> =>
  tx.rows(
    `select id, legal_name as "legalName" from contacts
     where org_id = $1 and rfc = $2 and kind = 'customer' and tax_system = $3
       and address->>'postalCode' = $4 and address->>'country' = 'MEX'
     order by id limit ${comparedMax}`,
    [tx.organizationId, rfc, taxSystem, postalCode],
  );

/**
 * Returns at most two suppliers with the RFC, which is enough to check whether exactly one exists.
 */
export const suppliersOfRfc = (tx: Transaction, rfc: string | undefined): Promise<NamedContact[]> =>
  tx.rows(
    `select id, legal_name as "legalName" from contacts
     where org_id = $1 and kind = 'supplier' and rfc = $2 limit 2`,
    [tx.organizationId, rfc],
  );
