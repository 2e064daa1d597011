import type { Comprobante } from '@timbre/cfdi';
import {
  canBeWithheld,
  Decimal,
  readableDecimal,
  receiverKindOf,
  Rfc,
  skippedWithholdings,
  suggestedActivity,
  taxActivities,
  taxCodes,
  withholdingsOf,
  type Issue,
  type SkippedWithholding,
  type TaxActivity,
  type Withholding,
  type WithholdingQuestion,
} from '@timbre/fiscal';
import { allowedTaxes, type Item } from '@timbre/items';
import type { Profile } from '../set-up/fiscal-profile';
import { comprobanteOf } from './comprobante-of';
import type { Draft } from './draft';

type Sale = Pick<WithholdingQuestion, 'date' | 'issuer' | 'receiver'>;

/** A difference between the withholdings of an item and the withholdings that the law requires. */
export interface WithholdingSuggestion {
  index: number;
  code: keyof typeof messages;
  /** The activity of the item, or the activity that its product key suggests. */
  activity: TaxActivity | undefined;
  due: readonly Withholding[];
  skipped: readonly SkippedWithholding[];
}

/**
 * - withholdings_missing: the item has no withholdings; `withSuggestedWithholdings` adds them
 * - activity_unconfirmed: withholdings would be due under the activity that the product key suggests
 * - withholdings_differ: the item has other withholdings than the law requires; they are not replaced
 * - withholdings_without_rule: no rule makes this customer withhold such a tax from this issuer
 * - withholdings_not_due: the rules for the item's activity do not apply to this issuer and receiver
 */
const messages = {
  withholdings_missing: 'The customer withholds of this item by law, and the item does not say so.',
  activity_unconfirmed:
    'Items of this product key usually have this activity; say it if it is so, and its withholdings.',
  withholdings_differ: 'The item says other withholdings than the law; it keeps its own.',
  withholdings_without_rule:
    'No rule of law has a customer of this kind withhold one of these taxes from you; leave it out.',
  withholdings_not_due: 'Nothing is withheld of this item; see why in skipped.',
};

/**
 * Returns the suggestions for each item of an income document or a credit note, by the issuer's regime, the
 * receiver's kind, the item's activity and the date (LISR 106, 113-J, 116, 126, 145; LIVA 1-A, 3).
 */
function withholdingSuggestions(
  { kind, input, customer, items }: Draft,
  profile: Profile,
  date: string,
): WithholdingSuggestion[] {
  const issuer = Rfc.parse(profile.rfc);
  const receiver = Rfc.parse(customer?.rfc ?? '');
  if ((kind !== 'income' && kind !== 'credit_note') || !issuer || !receiver) return [];
  const sale: Sale = {
    date,
    issuer: { kind: issuer.kind, regime: profile.taxSystem },
    receiver: receiverKindOf(receiver, customer?.publicBody),
  };
  const pesos = readableDecimal(input.exchangeRate ?? '1') ?? Decimal.one;
  return items.flatMap((item, index) => {
    const net = netOf(item)?.times(pesos);
    if (!net?.isPositive()) return [];
    const isGiven = (input.items[index]?.withholdings ?? item.withholdings) !== undefined;
    const suggest = isGiven ? ofGiven : ofSilent;
    return suggest(item, { ...sale, net }).map((suggestion) => ({ index, ...suggestion }));
  });
}

type Question = Omit<WithholdingQuestion, 'activity' | 'ivaRate'>;
type Suggested = Omit<WithholdingSuggestion, 'index'>;

/** Returns the suggestions for an item without withholdings. */
function ofSilent(item: Item, question: Question): Suggested[] {
  const activity = activityOf(item);
  const own = rulesFor(item, activity, question);
  const found: Suggested[] = [];
  if (own.due.length > 0) found.push({ code: 'withholdings_missing', activity, ...own });
  else if (activity && own.skipped.length > 0) {
    found.push({ code: 'withholdings_not_due', activity, ...own });
  }
  const proposed = activity ? undefined : suggestedActivity(item.satProductCode);
  const more = proposed && rulesFor(item, proposed, question);
  if (more && more.due.length > own.due.length) {
    found.push({ code: 'activity_unconfirmed', activity: proposed, ...more });
  }
  return found;
}

/**
 * Returns the suggestions for an item whose request contains withholdings. If the activity is unknown,
 * additional withholdings are accepted, because the rules then cover only some of the withholdings.
 */
function ofGiven(item: Item, question: Question): Suggested[] {
  const activity = activityOf(item);
  const own = rulesFor(item, activity, question);
  const given = item.withholdings ?? [];
  if (given.some(({ type }) => !canBeWithheld(type, question))) {
    return [{ code: 'withholdings_without_rule', activity, ...own }];
  }
  const isSaid = ({ tax, rate }: Withholding) =>
    given.some((line) => line.type === tax && isSameRate(rate, line.rate));
  const isComplete = own.due.every(isSaid);
  if (isComplete && (!activity || given.length === own.due.length)) return [];
  return [{ code: 'withholdings_differ', activity, ...own }];
}

/** The tolerance when two rates are compared; two thirds of 16 % can round to 0.106666 or to 0.106667. */
const rateTolerance = Decimal.from('0.000001');

function isSameRate(rate: Decimal, text: string): boolean {
  const given = readableDecimal(text);
  return given !== undefined && !given.minus(rate).abs().greaterThan(rateTolerance);
}

function rulesFor(item: Item, activity: TaxActivity | undefined, question: Question) {
  const { isr, iva } = allowedTaxes(item.taxObject);
  const asked = { ...question, activity, ivaRate: ivaRateOf(item) };
  const due = withholdingsOf(asked).filter(({ tax }) => (tax === 'ISR' ? isr : iva));
  return { due, skipped: skippedWithholdings(asked) };
}

const activityOf = ({ activity }: Item): TaxActivity | undefined =>
  taxActivities.find((known) => known === activity);

const ivaRateOf = ({ taxability, taxRate }: Item): Decimal | undefined =>
  taxability === undefined || taxability === 'exempt' ? undefined : readableDecimal(taxRate ?? '');

/**
 * Returns the price of an item less its discount, without IVA and IEPS; undefined if an amount cannot be
 * parsed.
 */
function netOf(item: Item): Decimal | undefined {
  const [quantity, price, discount] = [item.quantity, item.unitPrice, item.discount ?? '0'].map(
    readableDecimal,
  );
  if (!quantity || !price || !discount) return undefined;
  const charged = quantity.times(price).minus(discount);
  if (!item.taxIncluded) return charged;
  const beforeIva = charged.dividedBy(
    Decimal.one.plus(ivaRateOf(item) ?? Decimal.zero),
    netDecimals,
  );
  return withoutIeps(beforeIva, item.taxes ?? [], quantity);
}

/** Returns an amount less the IEPS that it includes; undefined if the IEPS cannot be parsed. */
function withoutIeps(
  amount: Decimal,
  taxes: NonNullable<Item['taxes']>,
  quantity: Decimal,
): Decimal | undefined {
  let [rates, quotas] = [Decimal.zero, Decimal.zero];
  for (const { factor, rate: text, quantityPerUnit = '1' } of taxes) {
    const [rate, perUnit] = [text, quantityPerUnit].map(readableDecimal);
    if (!rate || !perUnit) return undefined;
    if (factor === 'Cuota') quotas = quotas.plus(rate.times(perUnit).times(quantity));
    else rates = rates.plus(rate);
  }
  return amount.minus(quotas).dividedBy(Decimal.one.plus(rates), netDecimals);
}

const netDecimals = 6;

/**
 * Returns the draft with its missing withholdings added, if the input has `applySuggestedWithholdings`. A
 * stored draft already contains the added withholdings.
 */
export function withSuggestedWithholdings(draft: Draft, profile: Profile, date: string): Draft {
  if (!draft.input.applySuggestedWithholdings) return draft;
  const suggestions = withholdingSuggestions(draft, profile, date);
  return withDue(
    draft,
    suggestions.filter(({ code }) => code === 'withholdings_missing'),
  );
}

/**
 * Adds the suggested withholdings to the items of the draft. If an item has two suggestions, the function
 * applies the second suggestion.
 */
function withDue(draft: Draft, suggestions: readonly WithholdingSuggestion[]): Draft {
  const byIndex = new Map(suggestions.map(({ index, due }) => [index, due]));
  const items = draft.items.map((item, index) => {
    const due = byIndex.get(index);
    if (!due || due.length === 0) return item;
    return {
      ...item,
      withholdings: due.map(({ tax, rate }) => ({ type: tax, rate: rate.toString() })),
    };
  });
  return { ...draft, items };
}

const warnedOf: ReadonlySet<WithholdingSuggestion['code']> = new Set([
  'withholdings_missing',
  'withholdings_differ',
  'withholdings_without_rule',
]);

/**
 * Returns warnings about withholdings that are missing or differ from the withholdings that the law requires.
 */
export function withholdingWarnings(draft: Draft, profile: Profile, date: string): Issue[] {
  return withholdingSuggestions(draft, profile, date)
    .filter(({ code }) => warnedOf.has(code))
    .map(({ index, code }) => ({ path: pathOf(index, code), code, message: messages[code] }));
}

const pathOf = (index: number, code: WithholdingSuggestion['code']) => [
  'items',
  index,
  code === 'activity_unconfirmed' ? 'activity' : 'withholdings',
];

/** The maximum number of suggestions in a response. */
const shownMax = 100;

/**
 * Converts the suggestions to the form of the API.
 * @param isComputable is true if the amounts of the draft can be calculated; if it is false, the
 * suggestions contain only rates
 */
export function shownSuggestions(
  draft: Draft,
  profile: Profile,
  date: string,
  isComputable: boolean,
) {
  const suggestions = withholdingSuggestions(draft, profile, date).slice(0, shownMax);
  const isAsked = draft.input.applySuggestedWithholdings === true;
  const document =
    isComputable && suggestions.length > 0
      ? comprobanteOf(withDue(draft, suggestions), profile, { fecha: `${date}T12:00:00` })
      : undefined;
  return suggestions.map(({ index, code, activity, due, skipped }) => ({
    path: pathOf(index, code),
    code,
    message: messages[code],
    activity,
    applied: isAsked && code === 'withholdings_missing',
    withholdings: due.map((withholding) => shownDue(withholding, document?.conceptos[index])),
    skipped: skipped.map(shownSkipped),
  }));
}

function shownDue({ tax, rate, rule }: Withholding, concepto?: Comprobante['conceptos'][number]) {
  const lines = concepto?.impuestos?.retenciones ?? [];
  const line = lines.find(({ impuesto }) => impuesto === taxCodes[tax]);
  return {
    type: tax,
    rate: rate.toNumber(),
    base: line?.base.toNumber(),
    amount: line?.importe.toNumber(),
    rule: rule.id,
    legalBasis: rule.legalBasis,
  };
}

function shownSkipped({ tax, reason, rule }: SkippedWithholding) {
  const { id, legalBasis, validFrom, validTo, amountFrom } = rule;
  const why = {
    rule_not_in_force: `The rule is in force from ${validFrom}${validTo ? ` to ${validTo}` : ''}.`,
    issuer_not_reached: 'The rule is not for issuers of your regime and kind of person.',
    receiver_does_not_withhold: 'Receivers of this kind do not withhold this tax.',
    amount_below_minimum: `The rule starts at a price of ${amountFrom} pesos.`,
    iva_not_charged: 'No IVA is charged, so none is withheld.',
  };
  return { type: tax, rule: id, legalBasis, reason, message: why[reason] };
}
