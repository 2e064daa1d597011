import type { CalendarDate } from './calendar-date';
import type { PersonKind } from './rfc';

/*
 * Withholdings of an income CFDI: the issuer states them and the receiver pays them (LISR 106, 113-J, 116, 126, 145;
 * LIVA 1-A and 3; RLIVA 3). Laws read 2026-11-23: LISR of 2024-04-01, LIVA of 2021-11-12.
 * `validFrom` is the date of the reform that set the rate, as far as known.
 */

/** The legal kind of an item. The product key does not determine it, so the user chooses it. */
export const taxActivities = [
  'professional_services',
  'lease_real_estate',
  'lease_goods',
  'commission',
  'freight',
  'scrap',
  'personnel',
  'business_services',
  'goods_sale',
  'lodging',
  'construction',
  'other_income',
  'alienation',
] as const;

export type TaxActivity = (typeof taxActivities)[number];

/** Kinds of receivers. The RFC determines only the first two; `federation` and
 * `state_or_municipality` include their decentralised bodies. Generic RFCs belong to no kind. */
export const receiverKinds = ['fisica', 'moral', 'federation', 'state_or_municipality'] as const;

export type ReceiverKind = (typeof receiverKinds)[number];

/** A fraction of the net amount, or a part of the item's rate of IVA. */
type RuleRate = `0.${string}` | 'two_thirds_of_iva' | 'all_of_iva';

/** A withholding rule: issuers, receivers, activities, rate and dates. An absent field matches all. */
export interface WithholdingRule {
  readonly id: string;
  readonly issuerRegimes?: readonly string[];
  readonly issuerKind?: PersonKind;
  readonly receivers: readonly ReceiverKind[];
  readonly activities?: readonly TaxActivity[];
  readonly tax: 'ISR' | 'IVA';
  readonly rate: RuleRate;
  /** The smallest net amount of an item under the rule. */
  readonly amountFrom?: string;
  readonly validFrom: CalendarDate;
  readonly validTo: CalendarDate | null;
  readonly legalBasis: string;
}

const bodies = ['moral', 'federation', 'state_or_municipality'] as const;
// LIVA 3: states and municipalities do not withhold IVA.
const ivaWithholders = ['moral', 'federation'] as const;
const rliva = { validFrom: '2006-12-05', validTo: null } as const;

export const withholdingRules: readonly WithholdingRule[] = [
  {
    id: 'fees.isr',
    issuerRegimes: ['612'],
    issuerKind: 'fisica',
    receivers: bodies,
    activities: ['professional_services'],
    tax: 'ISR',
    rate: '0.100000',
    validFrom: '2014-01-01',
    validTo: null,
    legalBasis: 'LISR 106',
  },
  {
    id: 'resico.isr',
    issuerRegimes: ['626'],
    issuerKind: 'fisica',
    receivers: bodies,
    tax: 'ISR',
    rate: '0.012500',
    validFrom: '2022-01-01',
    validTo: null,
    legalBasis: 'LISR 113-J',
  },
  {
    id: 'lease.isr',
    issuerRegimes: ['606'],
    issuerKind: 'fisica',
    receivers: bodies,
    activities: ['lease_real_estate'],
    tax: 'ISR',
    rate: '0.100000',
    validFrom: '2014-01-01',
    validTo: null,
    legalBasis: 'LISR 116',
  },
  {
    id: 'other_income.isr',
    issuerRegimes: ['608'],
    issuerKind: 'fisica',
    receivers: ['moral'],
    activities: ['other_income'],
    tax: 'ISR',
    rate: '0.200000',
    validFrom: '2014-01-01',
    validTo: null,
    legalBasis: 'LISR 145',
  },
  {
    // Movable goods below this price are exempt from withholding; for real estate a notary withholds.
    id: 'alienation.isr',
    issuerRegimes: ['607'],
    issuerKind: 'fisica',
    receivers: ['fisica', 'moral'],
    activities: ['alienation'],
    tax: 'ISR',
    rate: '0.200000',
    amountFrom: '227400.00',
    validFrom: '2014-01-01',
    validTo: null,
    legalBasis: 'LISR 126',
  },
  {
    id: 'fees.iva',
    issuerRegimes: ['612', '626'],
    issuerKind: 'fisica',
    receivers: ivaWithholders,
    activities: ['professional_services'],
    tax: 'IVA',
    rate: 'two_thirds_of_iva',
    ...rliva,
    legalBasis: 'LIVA 1-A II a; RLIVA 3-I a',
  },
  {
    id: 'lease.iva',
    issuerRegimes: ['606', '612', '626'],
    issuerKind: 'fisica',
    receivers: ivaWithholders,
    activities: ['lease_real_estate', 'lease_goods'],
    tax: 'IVA',
    rate: 'two_thirds_of_iva',
    ...rliva,
    legalBasis: 'LIVA 1-A II a; RLIVA 3-I c',
  },
  {
    id: 'commission.iva',
    issuerRegimes: ['612', '626'],
    issuerKind: 'fisica',
    receivers: ivaWithholders,
    activities: ['commission'],
    tax: 'IVA',
    rate: 'two_thirds_of_iva',
    ...rliva,
    legalBasis: 'LIVA 1-A II d; RLIVA 3-I b',
  },
  {
    id: 'freight.iva',
    receivers: ivaWithholders,
    activities: ['freight'],
    tax: 'IVA',
    rate: '0.040000',
    ...rliva,
    legalBasis: 'LIVA 1-A II c; RLIVA 3-II',
  },
  {
    id: 'scrap.iva',
    receivers: ['moral'],
    activities: ['scrap'],
    tax: 'IVA',
    rate: 'all_of_iva',
    validFrom: '1999-01-01',
    validTo: null,
    legalBasis: 'LIVA 1-A II b',
  },
  {
    // RLIVA 4 exempts prices up to 2,000 pesos; fees and freight have their own rules.
    id: 'federation.iva',
    issuerKind: 'fisica',
    receivers: ['federation'],
    activities: ['business_services', 'goods_sale'],
    tax: 'IVA',
    rate: 'two_thirds_of_iva',
    amountFrom: '2000.01',
    ...rliva,
    legalBasis: 'LIVA 3; RLIVA 4',
  },
  {
    id: 'personnel.iva',
    receivers: ['moral'],
    activities: ['personnel'],
    tax: 'IVA',
    rate: '0.060000',
    validFrom: '2020-01-01',
    validTo: '2021-08-31',
    legalBasis: 'LIVA 1-A IV, repealed (DOF 2021-04-23)',
  },
];
