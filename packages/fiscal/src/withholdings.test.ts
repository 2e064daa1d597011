import { Decimal } from './decimal';
import { Rfc } from './rfc';
import { withholdingRules } from './withholding-rules';
import {
  receiverKindOf,
  skippedWithholdings,
  suggestedActivity,
  withholdingsOf,
  type WithholdingQuestion,
} from './withholdings';

const fees: WithholdingQuestion = {
  date: '2026-11-20',
  issuer: { kind: 'fisica', regime: '612' },
  receiver: 'moral',
  activity: 'professional_services',
  net: Decimal.from('10000.00'),
  ivaRate: Decimal.from('0.16'),
};

/** Returns the withholdings for a doctor's fee with the given changes, in the form `ISR 0.1`. */
function withheld(changes: Partial<WithholdingQuestion>): string[] {
  return withholdingsOf({ ...fees, ...changes }).map(({ tax, rate }) => `${tax} ${rate}`);
}

const person = (regime: string) => ({ kind: 'fisica', regime }) as const;
const company = { kind: 'moral', regime: '601' } as const;

describe('withholdings', () => {
  it('a company withholds 10 % of ISR and two thirds of IVA from the fees of a natural person', () => {
    expect(withheld({})).toEqual(['ISR 0.100000', 'IVA 0.106667']);
  });

  it.each([
    ['fisica', []],
    ['federation', ['ISR 0.100000', 'IVA 0.106667']],
    ['state_or_municipality', ['ISR 0.100000']],
    [undefined, []],
  ] as const)('the withholdings of fees depend on the receiver: %s', (receiver, expected) => {
    expect(withheld({ receiver })).toEqual(expected);
  });

  it('1.25 % of ISR is withheld from a natural person in RESICO instead of 10 %, for any activity', () => {
    expect(withheld({ issuer: person('626') })).toEqual(['ISR 0.012500', 'IVA 0.106667']);
    expect(withheld({ issuer: person('626'), activity: 'goods_sale' })).toEqual(['ISR 0.012500']);
    expect(withheld({ issuer: person('626'), activity: undefined })).toEqual(['ISR 0.012500']);
  });

  it('the RESICO withholding rate of 1.25 % does not apply to a company as issuer', () => {
    expect(withheld({ issuer: { kind: 'moral', regime: '626' } })).toEqual([]);
  });

  it('only ISR is withheld for rented real estate, but ISR and IVA are withheld for rented goods', () => {
    expect(withheld({ issuer: person('606'), activity: 'lease_real_estate' })).toEqual([
      'ISR 0.100000',
      'IVA 0.106667',
    ]);
    expect(withheld({ activity: 'lease_goods' })).toEqual(['IVA 0.106667']);
  });

  it('4 % of IVA is withheld for freight, even if a company is the carrier', () => {
    expect(withheld({ issuer: company, activity: 'freight' })).toEqual(['IVA 0.040000']);
  });

  it('the whole IVA is withheld for scrap', () => {
    expect(withheld({ issuer: company, activity: 'scrap' })).toEqual(['IVA 0.160000']);
    const ivaRate = Decimal.from('0.08');
    expect(withheld({ issuer: company, activity: 'scrap', ivaRate })).toEqual(['IVA 0.080000']);
  });

  it('two thirds of the 8 % IVA are withheld at the border, and no IVA is withheld if none is charged', () => {
    expect(withheld({ ivaRate: Decimal.from('0.08') })).toEqual(['ISR 0.100000', 'IVA 0.053333']);
    expect(withheld({ ivaRate: undefined })).toEqual(['ISR 0.100000']);
    expect(withheld({ ivaRate: Decimal.zero })).toEqual(['ISR 0.100000']);
  });

  it('a withholding starts at the minimum amount of its rule', () => {
    const goods = { receiver: 'federation', activity: 'goods_sale' } as const;
    expect(withheld({ ...goods, net: Decimal.from('2000.00') })).toEqual([]);
    expect(withheld({ ...goods, net: Decimal.from('2000.01') })).toEqual(['IVA 0.106667']);
  });

  it('a withholding ends on the last day of its rule: 6 % of services with personnel ended in 2021', () => {
    const personnel = { issuer: company, activity: 'personnel' } as const;
    expect(withheld({ ...personnel, date: '2021-08-31' })).toEqual(['IVA 0.060000']);
    expect(withheld({ ...personnel, date: '2021-09-01' })).toEqual([]);
  });
});

describe('the skipped rules', () => {
  const skipped = (changes: Partial<WithholdingQuestion>) =>
    skippedWithholdings({ ...fees, ...changes }).map(({ rule, reason }) => `${rule.id} ${reason}`);

  it.each<[string, Partial<WithholdingQuestion>, string[]]>([
    ['nothing that is withheld', {}, []],
    ['the 10 % that RESICO replaces', { issuer: person('626') }, ['fees.isr issuer_not_reached']],
    [
      'fees that a company charges',
      { issuer: company },
      ['fees.isr issuer_not_reached', 'fees.iva issuer_not_reached'],
    ],
    [
      'a person who pays fees',
      { receiver: 'fisica' },
      ['fees.isr receiver_does_not_withhold', 'fees.iva receiver_does_not_withhold'],
    ],
    [
      'the IVA of a state',
      { receiver: 'state_or_municipality' },
      ['fees.iva receiver_does_not_withhold'],
    ],
    ['IVA that is not charged', { ivaRate: undefined }, ['fees.iva iva_not_charged']],
    [
      'an ended rule',
      { issuer: company, activity: 'personnel' },
      ['personnel.iva rule_not_in_force'],
    ],
    [
      'a small amount',
      { receiver: 'federation', activity: 'goods_sale', net: Decimal.from('2000') },
      ['federation.iva amount_below_minimum'],
    ],
    ['nothing without an activity', { activity: undefined }, []],
  ])('the skipped withholding rules are reported: %s', (_, changes, expected) => {
    expect(skipped(changes)).toEqual(expected);
  });
});

describe('the kind of a receiver', () => {
  it.each([
    ['URE180429TM6', undefined, 'moral'],
    ['URE180429TM6', 'federation', 'federation'],
    ['URE180429TM6', 'state_or_municipality', 'state_or_municipality'],
    ['CACX7605101P8', undefined, 'fisica'],
    ['XAXX010101000', undefined, undefined],
    ['XEXX010101000', 'federation', undefined],
  ])('the kind of the receiver %s, public body %s, is %s', (rfc, publicBody, expected) => {
    expect(receiverKindOf(Rfc.parse(rfc)!, publicBody)).toBe(expected);
  });
});

describe('the rules of withholding', () => {
  it('the withholding rules have unique identifiers, a legal basis and ordered dates', () => {
    expect(new Set(withholdingRules().map(({ id }) => id)).size).toBe(withholdingRules().length);
    for (const { legalBasis, validFrom, validTo } of withholdingRules()) {
      expect(legalBasis).toMatch(/^(LISR|LIVA) /);
      expect(validTo === null || validFrom <= validTo).toBe(true);
    }
  });
});

describe('the activity that a product key suggests', () => {
  it.each([
    ['80121600', 'professional_services'],
    ['78101800', 'freight'],
    ['50202306', undefined],
  ])('the suggested activity for product key %s is %s', (key, activity) => {
    expect(suggestedActivity(key)).toBe(activity);
  });
});
