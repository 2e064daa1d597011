import { Decimal, requiredCatalog, Rfc, type Issue } from '@timbre/fiscal';
import type { z } from 'zod';
import type { ComplementedDraft, ComplementedItem } from '../complement';
import { addressIssues } from '../place';
import type { input } from './shape';
import { customsQuantityOf, isService, unitValueOf, usdOf, usdRateOf } from './written';

type Value = z.output<typeof input>;
type Address = NonNullable<Value['receiverAddress']>;
type Path = Issue['path'];
type Add = (path: Path, code: string, message: string) => void;

/** The code of c_Exportacion for a definitive export of sold goods. */
const definitive = '02';
/**
 * Two codes of c_MotivoTraslado: 01 for goods that were already invoiced, and 05 for goods that belong to a
 * third party.
 */
const invoicedBefore = '01';
const ofOthers = '05';
/** The code of c_TipoRelacion that relates a transfer to the invoice of its goods. */
const transferOfInvoiced = '05';
const union = 'Unión Europea';
/** The complements that a document may have in addition to ComercioExterior (CCE115). */
const companions = [
  'cartaporte31:CartaPorte',
  'leyendasFisc:LeyendasFiscales',
  'registrofiscal:CFDIRegistroFiscal',
];
const ownName = 'cce20:ComercioExterior';
/** The length of a natural person's RFC is 13 characters. */
const personLength = 13;

/**
 * Checks the rules of an export that the schema of the value cannot express. Source: the SAT's matrix of
 * Comercio Exterior 2.0, 2023-12, read 2026-11-29. The PAC checks the official exchange rate (CCE121) and the
 * tax numbers of countries with a register (CCE131, CCE135).
 *
 * - complement_not_combinable: the document has another complement that cannot be combined with this complement
 *   (CP113, CCE115)
 * - transfer_reason_missing: a transfer abroad must have a reason
 * - transfer_reason_not_allowed: only a transfer may have a reason
 * - goods_owner_missing: a transfer of goods that belong to others (reason 05) must name their owner (CCE102,
 *   CCE117)
 * - goods_owner_not_allowed: only a transfer of goods that belong to others (reason 05) may name an owner
 *   (CCE103, CCE117)
 * - exporter_number_not_allowed: the number of a trusted exporter is allowed only for exports to the European
 *   Union (CCE119)
 * - incoterm_missing: a definitive export of sold goods must have an Incoterm (CCE120)
 * - usd_rate_missing: an export must state the exchange rate in pesos for one US dollar
 * - issuer_curp_missing: an issuer who is a natural person must have a CURP (CCE124)
 * - issuer_curp_not_allowed: an issuer that is a company cannot have a CURP (CCE123)
 * - issuer_street_missing: the fiscal profile has no address with a street
 * - trade_address_incomplete: an address of an export requires its street, and the customer must have an
 *   address
 * - state_missing: an address abroad must have its state
 * - state_not_in_catalog: the state must be in the list of states that this complement allows
 * - place_not_of_postal_code: the state, municipality, city or colony of the address does not belong to its
 *   postal code (CP143 to CP147)
 * - recipient_missing: a transfer abroad must have exactly one recipient (CCE142)
 * - item_unknown: the document has no item at this position
 * - good_repeated: two goods have the same item number and tariff code (CCE153)
 * - tariff_code_missing: a good must have a tariff code (CCE160)
 * - tariff_code_not_allowed: a service cannot have a tariff code (CCE159)
 * - customs_quantity_missing: the customs unit differs from the unit of the item, so the customs quantity is
 *   required
 * - customs_value_missing: a good must have a value that is above zero for each customs unit (CCE168)
 * - customs_value_not_amount: the values of an item's goods must add up to the amount of the item (CCE157,
 *   CCE158)
 */
export function issues(value: Value, draft: ComplementedDraft): Issue[] {
  const found: Issue[] = [];
  const add: Add = (path, code, message) => found.push({ path, code, message });
  for (const name of draft.complements) {
    if (name === ownName || companions.includes(name)) continue;
    add([], 'complement_not_combinable', `${name} cannot stand beside Comercio Exterior.`);
  }
  headIssues(value, draft, add);
  partyIssues(value, draft, add);
  goodsIssues(value, draft, add);
  return found;
}

function headIssues(value: Value, { kind, exportation, ...draft }: ComplementedDraft, add: Add) {
  const { transferReason, owners, incoterm } = value;
  const isTransfer = kind === 'transfer';
  if (isTransfer && transferReason === undefined)
    add(['transferReason'], 'transfer_reason_missing', 'A transfer abroad has its reason.');
  if (!isTransfer && transferReason !== undefined)
    add(['transferReason'], 'transfer_reason_not_allowed', 'Only a transfer has a reason.');
  if (transferReason === ofOthers && !owners)
    add(['owners'], 'goods_owner_missing', 'Goods of others have their owner.');
  if (transferReason !== ofOthers && owners)
    add(['owners'], 'goods_owner_not_allowed', 'Only goods of others, reason 05, have an owner.');
  if (exportation === definitive && incoterm === undefined)
    add(['incoterm'], 'incoterm_missing', 'Exportation 02 has its Incoterm.');
  if (!usdRateOf(value, draft))
    add(['exchangeRateUsd'], 'usd_rate_missing', 'Give the pesos for one US dollar.');
}

function partyIssues(value: Value, draft: ComplementedDraft, add: Add): void {
  const { issuerCurp, exporterNumber, receiverAddress, recipients = [] } = value;
  const { kind, issuer, customer, today } = draft;
  const isPerson = issuer.rfc.length === personLength;
  if (isPerson && issuerCurp === undefined)
    add(['issuerCurp'], 'issuer_curp_missing', 'A natural person has a CURP.');
  if (!isPerson && issuerCurp !== undefined)
    add(['issuerCurp'], 'issuer_curp_not_allowed', 'A company has no CURP.');
  if (issuer.address?.street === undefined) {
    const message = 'Give `address` with its street in the fiscal profile.';
    add([], 'issuer_street_missing', message);
  }
  if (receiverAddress) tradeAddressIssues(receiverAddress, today, ['receiverAddress'], add);
  else if (kind === 'income')
    add(['receiverAddress'], 'trade_address_incomplete', 'Give the address of the customer.');
  recipients.forEach(({ address }, index) =>
    tradeAddressIssues(address, today, ['recipients', index, 'address'], add),
  );
  if (kind === 'transfer' && recipients.length !== 1)
    add(['recipients'], 'recipient_missing', 'A transfer abroad has one recipient.');
  const countries = [
    customer?.taxResidence,
    receiverAddress?.country,
    ...recipients.map(({ address }) => address.country),
  ];
  const isOfUnion = countries.some(
    (country) =>
      country !== undefined &&
      requiredCatalog('c_Pais').get(country, today)?.attributes.groupings === union,
  );
  if (exporterNumber !== undefined && !isOfUnion) {
    const message = 'Neither receiver nor recipient is in the European Union.';
    add(['exporterNumber'], 'exporter_number_not_allowed', message);
  }
}

function tradeAddressIssues(address: Address, today: string, at: Path, add: Add): void {
  if (address.street === undefined)
    add([...at, 'street'], 'trade_address_incomplete', 'The address requires street.');
  for (const { path, code, message } of addressIssues(address, today, at)) add(path, code, message);
}

function goodsIssues(value: Value, draft: ComplementedDraft, add: Add): void {
  const { goods } = value;
  const seen = new Set<string>();
  goods.forEach((good, index) => {
    const at = (field: string): Path => ['goods', index, field];
    const item = draft.items[good.item];
    if (!item)
      return add(at('item'), 'item_unknown', `The document has ${draft.items.length} items.`);
    const key = `${item.sku ?? ''} ${good.tariffCode ?? ''}`;
    if (seen.has(key)) add(at('tariffCode'), 'good_repeated', 'Add these goods up.');
    seen.add(key);
    if (isService(item) && good.tariffCode !== undefined)
      add(at('tariffCode'), 'tariff_code_not_allowed', 'A service has no tariff code.');
    if (!isService(item) && good.tariffCode === undefined)
      add(at('tariffCode'), 'tariff_code_missing', 'Goods have their tariff code.');
    else if (!customsQuantityOf(good, item)) {
      const message = 'Give the quantity in the unit of the tariff code.';
      add(at('customsQuantity'), 'customs_quantity_missing', message);
    }
    if (!hasValue(value, good, item, draft)) {
      const message = 'Give a value in US dollars, above zero for each unit of customs.';
      add(at('valueUsd'), 'customs_value_missing', message);
    }
  });
  if (draft.kind !== 'transfer') valueIssues(value, draft, add);
}

/** Whether a good has a value in US dollars of which each unit's share is above zero. */
function hasValue(
  value: Value,
  good: Value['goods'][number],
  item: ComplementedItem,
  draft: ComplementedDraft,
): boolean {
  if (draft.kind === 'transfer' && good.valueUsd === undefined) return false;
  const [quantity, usdRate] = [customsQuantityOf(good, item), usdRateOf(value, draft)];
  if (isService(item) || !quantity || !usdRate) return true;
  const usd = good.valueUsd ?? usdOf(item, draft, usdRate);
  return !unitValueOf(Decimal.from(usd), quantity).isZero();
}

/**
 * Compares the values of goods with the amounts of items. For each item number, both sums must be equal, with
 * a tolerance of a cent per line.
 */
function valueIssues(value: Value, draft: ComplementedDraft, add: Add): void {
  const usdRate = usdRateOf(value, draft);
  if (!usdRate) return;
  const amountOf = (item: ComplementedItem) => usdOf(item, draft, usdRate);
  const byNumber = Map.groupBy(
    value.goods.map((good, index) => ({ good, index, item: draft.items[good.item] })),
    ({ item }) => item?.sku,
  );
  for (const [sku, goods] of byNumber) {
    if (sku === undefined) continue;
    const items = draft.items.filter((item) => item.sku === sku);
    const expected = Decimal.sum(items.map(amountOf));
    const given = Decimal.sum(
      goods.map(({ good, item }) =>
        good.valueUsd === undefined && item ? amountOf(item) : Decimal.from(good.valueUsd ?? 0),
      ),
    );
    const cents = Decimal.from('0.01').times(Decimal.from(goods.length));
    if (given.minus(expected).abs().lessOrEqual(cents)) continue;
    const message = `The values add up to ${given.round(2)}, the amount is ${expected.round(2)}.`;
    add(['goods', goods[0]?.index ?? 0, 'valueUsd'], 'customs_value_not_amount', message);
  }
}

/**
 * Checks the rules for the whole document of an export. Source: the same matrix of the SAT as for `issues`.
 *
 * - transfer_receiver_not_issuer: the receiver of a transfer abroad, or of a transfer with Carta Porte, must be
 *   its issuer (CP107, CCE108); name a contact with the RFC of the organization
 * - trade_receiver_not_allowed: the receiver of an export cannot be the general public (CCE107)
 * - related_invoice_missing: a transfer of goods that were already invoiced (reason 01) must relate to their
 *   invoice with relationship 05 (CCE116)
 * - sku_missing: every item of an export must have its own `sku` (CCE151)
 * - not_in_foreign_trade: an item of an export cannot have a third party or property tax accounts (CCE111,
 *   CCE112)
 */
export function documentIssues({ transferReason }: Value, draft: ComplementedDraft): Issue[] {
  const { kind, customer, issuer, items, relationships } = draft;
  const found: Issue[] = [];
  const add: Add = (path, code, message) => found.push({ path, code, message });
  const receiver = customer?.rfc;
  if (kind === 'transfer' && receiver !== undefined && receiver !== issuer.rfc)
    add(['customerId'], 'transfer_receiver_not_issuer', `The receiver must be ${issuer.rfc}.`);
  if (receiver === Rfc.genericNational.toString())
    add(['customerId'], 'trade_receiver_not_allowed', `${receiver} cannot import.`);
  if (transferReason === invoicedBefore && !relationships.includes(transferOfInvoiced)) {
    const message = 'Relate the invoice of the goods with 05.';
    add(['relatedDocuments'], 'related_invoice_missing', message);
  }
  items.forEach((item, index) => {
    if (item.sku === undefined)
      add(['items', index, 'sku'], 'sku_missing', 'Give the number of the item.');
    for (const field of ['thirdParty', 'propertyTaxAccounts'] as const) {
      const given = item[field];
      if (given === undefined || (Array.isArray(given) && given.length === 0)) continue;
      add(['items', index, field], 'not_in_foreign_trade', `An export has no ${field}.`);
    }
  });
  return found;
}
