import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Traslado } from '@timbre/cfdi';
import { differencesBetween } from '@timbre/fiscal';
import type { Item } from '@timbre/items';
import { codesOf, sampleDraft, sampleProfile, today } from '../../../test/sample-draft';
import { comprobanteOf } from './comprobante-of';
import type { Customer, Draft, DraftInput } from './draft';
import { judgeDraftOn } from './draft-issues';
import { resolveDraft } from './resolve-draft';
import { shownSuggestions, withSuggestedWithholdings } from './withholding-suggestions';

const doctor = {
  ...sampleProfile,
  rfc: 'CACX7605101P8',
  legalName: 'XOCHILT CASAS CHAVEZ',
  taxSystem: '612',
};
const small = { ...doctor, taxSystem: '626' };
const fees: Partial<Item> = {
  satProductCode: '85121600',
  activity: 'professional_services',
  quantity: '1',
  unitPrice: '10000',
};
const company = { rfc: 'URE180429TM6', taxSystem: '601' };
const person = { rfc: 'CACX7605101P8', taxSystem: '612' };

interface Changes {
  items?: Partial<Item>[];
  customer?: Partial<Customer>;
  input?: Partial<DraftInput>;
  kind?: Draft['kind'];
}

function draftOf({ items = [fees], customer = company, input, kind = 'income' }: Changes): Draft {
  const given = items.map(({ withholdings }) => ({
    kind: 'custom',
    quantity: '1',
    unitPrice: '1',
    ...(withholdings && { withholdings: { entries: withholdings } }),
  }));
  return sampleDraft(kind, { items: given, cfdiUse: 'G03', ...input }, { items, customer });
}

const suggestionsOf = (changes: Changes, profile = doctor, date = today) =>
  shownSuggestions(draftOf(changes), profile, date, false).map(
    ({ path, code, activity, withholdings, skipped }) => ({
      at: path.join('.'),
      code,
      activity,
      due: withholdings.map(({ type, rate }) => `${type} ${rate}`),
      skipped: skipped.map(({ rule, reason }) => `${rule} ${reason}`),
    }),
  );

describe('the suggestions of withholdings', () => {
  it('the suggestions for fees that a company pays to a natural person are ISR and two thirds of IVA', () => {
    expect(suggestionsOf({})).toEqual([
      {
        at: 'items.0.withholdings',
        code: 'withholdings_missing',
        activity: 'professional_services',
        due: ['ISR 0.1', 'IVA 0.106667'],
        skipped: [],
      },
    ]);
  });

  it("the suggestions contain amount, base and legal basis once the draft's amounts can be calculated", () => {
    const payment = { timing: 'single_payment', formCode: '03' };
    const items = [fees, { ...fees, unitPrice: '8400' }];
    const draft = draftOf({ items, input: { payment } });
    const [, second] = shownSuggestions(draft, doctor, today, true);
    expect(second).toMatchObject({
      path: ['items', 1, 'withholdings'],
      applied: false,
      withholdings: [
        { type: 'ISR', rate: 0.1, base: 8400, amount: 840, legalBasis: 'LISR 106' },
        { type: 'IVA', rate: 0.106667, base: 8400, amount: 896.0028, rule: 'fees.iva' },
      ],
    });
  });

  it.each<[string, Changes, typeof doctor, string[]]>([
    ['1.25 % for RESICO', {}, small, ['ISR 0.0125', 'IVA 0.106667']],
    [
      'no IVA for a state',
      { customer: { ...company, publicBody: 'state_or_municipality' } },
      doctor,
      ['ISR 0.1'],
    ],
    [
      'IVA on goods for the federation',
      {
        customer: { ...company, publicBody: 'federation' },
        items: [{ ...fees, activity: 'goods_sale' }],
      },
      doctor,
      ['IVA 0.106667'],
    ],
    ['4 % of freight', { items: [{ ...fees, activity: 'freight' }] }, sampleProfile, ['IVA 0.04']],
    [
      'no IVA where none is charged',
      { items: [{ ...fees, taxability: 'exempt', taxRate: undefined }] },
      doctor,
      ['ISR 0.1'],
    ],
    ['those of a credit note', { kind: 'credit_note' }, doctor, ['ISR 0.1', 'IVA 0.106667']],
  ])(
    'the suggested withholdings are those that the law requires: %s',
    (_, changes, profile, expected) => {
      const [first] = suggestionsOf(changes, profile);
      expect(first).toMatchObject({ code: 'withholdings_missing', due: expected });
    },
  );

  it('the suggestions compare the threshold of a rule with an amount in pesos without IVA', () => {
    const customer = { ...company, publicBody: 'federation' };
    const goods = { ...fees, activity: 'goods_sale', taxIncluded: true };
    const due = (unitPrice: string, input: Partial<DraftInput> = {}) =>
      suggestionsOf({ customer, input, items: [{ ...goods, unitPrice }] })[0]?.due;
    expect(due('2320')).toEqual([]);
    expect(due('2320.02')).toEqual(['IVA 0.106667']);
    expect(due('200', { currency: 'USD', exchangeRate: '18' })).toEqual(['IVA 0.106667']);
  });

  it('the suggestions explain why an activity has no withholdings', () => {
    expect(suggestionsOf({ customer: person })).toEqual([
      {
        at: 'items.0.withholdings',
        code: 'withholdings_not_due',
        activity: 'professional_services',
        due: [],
        skipped: ['fees.isr receiver_does_not_withhold', 'fees.iva receiver_does_not_withhold'],
      },
    ]);
    expect(suggestionsOf({ items: [{ ...fees, activity: 'personnel' }] }, sampleProfile)).toEqual([
      expect.objectContaining({ skipped: ['personnel.iva rule_not_in_force'] }),
    ]);
  });

  it('the suggestions derive an activity from the product key, and a person must confirm it', () => {
    const items = [{ ...fees, activity: undefined }];
    const proposal = {
      at: 'items.0.activity',
      code: 'activity_unconfirmed',
      activity: 'professional_services',
    };
    expect(suggestionsOf({ items })).toEqual([
      { ...proposal, due: ['ISR 0.1', 'IVA 0.106667'], skipped: [] },
    ]);
    expect(suggestionsOf({ items }, small)).toMatchObject([
      { code: 'withholdings_missing', due: ['ISR 0.0125'] },
      { ...proposal, due: ['ISR 0.0125', 'IVA 0.106667'] },
    ]);
  });

  it('the suggestions mark manual withholdings that differ from the law', () => {
    const by = (withholdings: Item['withholdings'], activity = fees.activity) =>
      suggestionsOf({ items: [{ ...fees, activity, withholdings }] }).map(({ code }) => code);
    const isr = { type: 'ISR', rate: '0.1' };
    expect(by([isr, { type: 'IVA', rate: '0.106667' }])).toEqual([]);
    expect(by([isr, { type: 'IVA', rate: '0.106666' }])).toEqual([]);
    expect(by([isr])).toEqual(['withholdings_differ']);
    expect(by([isr, { type: 'IVA', rate: '0.16' }])).toEqual(['withholdings_differ']);
    expect(by([])).toEqual(['withholdings_differ']);
    expect(by([isr], 'goods_sale')).toEqual(['withholdings_differ']);
  });

  it.each<[string, Changes]>([
    ['goods without an activity', { items: [{}] }],
    ['an item that is given away', { items: [{ ...fees, discount: '10000' }] }],
    ['amounts that cannot be read', { items: [{ ...fees, quantity: 'x' }] }],
    [
      'an item outside the object of tax',
      { items: [{ ...fees, activity: undefined, satProductCode: '80101500', taxObject: '01' }] },
    ],
    ['a transfer', { kind: 'transfer' }],
  ])('no withholding is suggested for %s', (_, changes) => {
    expect(suggestionsOf(changes)).toEqual([]);
  });

  it('the suggestions are limited to 100', () => {
    const items = Array.from({ length: 101 }, () => fees);
    expect(suggestionsOf({ items })).toHaveLength(100);
  });
});

describe('the warnings of a draft', () => {
  const warningsOf = (changes: Changes) =>
    codesOf(judgeDraftOn(draftOf(changes), doctor, today).warnings ?? []);

  it('the warnings name withholdings that are missing or differ, except for activities that only the product key suggests', () => {
    const byHand = { ...fees, withholdings: [{ type: 'ISR', rate: '0.1' }] };
    const items = [fees, byHand, { ...fees, activity: undefined }];
    expect(warningsOf({ items })).toEqual([
      'items.0.withholdings withholdings_missing',
      'items.1.withholdings withholdings_differ',
    ]);
    expect(warningsOf({ customer: person })).toEqual([]);
  });
});

describe('applySuggestedWithholdings', () => {
  const asked = { applySuggestedWithholdings: true };
  const applied = (changes: Changes, profile = doctor) =>
    withSuggestedWithholdings(draftOf(changes), profile, today).items.map(({ withholdings }) =>
      withholdings?.map(({ type, rate }) => `${type} ${rate}`),
    );

  it('applySuggestedWithholdings adds the withholdings that the law requires to items without withholdings', () => {
    expect(applied({ input: asked })).toEqual([['ISR 0.100000', 'IVA 0.106667']]);
    expect(applied({})).toEqual([undefined]);
  });

  it('applySuggestedWithholdings keeps manual withholdings, including an empty list', () => {
    const hand = [{ type: 'ISR', rate: '0.05' }];
    const items = [
      { ...fees, withholdings: hand },
      { ...fees, withholdings: [] },
    ];
    expect(applied({ items, input: asked })).toEqual([['ISR 0.05'], []]);
  });

  it('applySuggestedWithholdings does not use an activity that only the product key suggests', () => {
    expect(applied({ items: [{ ...fees, activity: undefined }], input: asked })).toEqual([
      undefined,
    ]);
  });
});

const facts = join(__dirname, '../../../../../../shared/facts/withholding-examples.json');

interface Example {
  id: string;
  input: {
    date: string;
    issuer: { person: 'fisica' | 'moral'; regime: string };
    receiver: { kind: string; iepsTaxpayerAsks?: boolean };
    items: {
      activity: string;
      quantity: string;
      unitPrice: string;
      iva: string;
      ieps?: { factor: string; rate: string };
    }[];
    local?: LocalTax[];
  };
  expected: { total: string; local?: { kind: string; amount: string }[] };
}

interface LocalTax {
  name: string;
  kind: 'transfer' | 'withholding';
  rate: string;
}

/** Builds the draft of a withholding example from a client's input. */
function exampleDraft({ issuer, receiver, items, local = [] }: Example['input']) {
  const isPerson = receiver.kind === 'fisica';
  const contact = {
    contactId: 'c1',
    version: 1,
    kind: 'customer',
    fields: {
      legalName: 'Universidad Robótica Española',
      ...(isPerson ? person : company),
      address: { postalCode: '86991' },
      publicBody: receiver.kind,
      iepsTaxpayer: receiver.iepsTaxpayerAsks,
    },
  };
  const base = issuer.person === 'moral' ? sampleProfile : doctor;
  const input: DraftInput = {
    kind: 'income',
    customerId: 'c1',
    cfdiUse: 'G03',
    payment: { timing: 'single_payment', formCode: '03' },
    applySuggestedWithholdings: true,
    items: items.map(({ iva, ieps, ...item }) => ({
      kind: 'custom',
      description: item.activity,
      satProductCode: '80101500',
      satUnitCode: 'E48',
      taxRate: iva,
      ...(ieps && { taxes: { entries: [{ type: 'IEPS', factor: ieps.factor, rate: ieps.rate }] } }),
      ...item,
    })),
    ...(local.length > 0 && {
      localTaxes: {
        taxes: local.map(({ kind, name, rate }) => ({
          kind: kind === 'transfer' ? 'transferred' : 'withheld',
          name,
          rate,
        })),
      },
    }),
  };
  const profile = { ...base, taxSystem: issuer.regime };
  const { draft, issues } = resolveDraft(input, { contacts: [contact], products: [] }, today);
  expect(issues).toEqual([]);
  return { draft, profile };
}

const lineOf = ({ impuesto, tipoFactor, tasaOCuota, base, importe }: Traslado) => ({
  tax: impuesto,
  factor: tipoFactor,
  rate: tasaOCuota,
  base,
  amount: importe,
});
const byTax = (one: { tax: string }, other: { tax: string }) => one.tax.localeCompare(other.tax);

(existsSync(facts) ? describe : describe.skip)('the examples of taxed sales', () => {
  const { examples } = (
    existsSync(facts) ? JSON.parse(readFileSync(facts, 'utf8')) : { examples: [] }
  ) as { examples: Example[] };

  it('the table of withholding examples has twelve rows', () => {
    expect(examples).toHaveLength(12);
  });

  it.each(examples.map((example) => [example.id, example] as const))(
    'example %s gets the expected withholdings when the suggestions are applied',
    (_, { input, expected }) => {
      const { draft: given, profile } = exampleDraft(input);
      const draft = withSuggestedWithholdings(given, profile, input.date);
      expect(judgeDraftOn(draft, profile, input.date).issues).toEqual([]);
      const document = comprobanteOf(draft, profile, { fecha: `${input.date}T12:00:00` });
      const { conceptos, impuestos, subTotal, total } = document;
      const actual = {
        subtotal: subTotal,
        transfers: (impuestos?.traslados ?? []).map(lineOf).sort(byTax),
        withholdings: (impuestos?.retenciones ?? [])
          .map(({ impuesto, importe }) => ({ tax: impuesto, amount: importe }))
          .sort(byTax),
        total,
        lines: conceptos.map(({ importe, objetoImp, impuestos: taxes }) => ({
          amount: importe,
          taxObject: objetoImp,
          transfers: (taxes?.traslados ?? []).map(lineOf),
          withholdings: (taxes?.retenciones ?? []).map(lineOf),
        })),
      };
      const { local: _local, ...compared } = expected;
      expect(differencesBetween(compared, actual, '')).toEqual([]);
    },
  );
});

describe('a withholding in the request', () => {
  const isr = { type: 'ISR', rate: '0.1' };
  const iva = { type: 'IVA', rate: '0.106667' };
  const sold = (withholdings: (typeof isr)[]) => ({
    satProductCode: '43232300',
    quantity: '1',
    unitPrice: '100',
    withholdings,
  });
  const state = { ...company, publicBody: 'state_or_municipality' };

  it.each<[string, (typeof isr)[], Partial<Customer>, typeof doctor]>([
    ['ISR by a natural person who pays a company', [isr], person, sampleProfile],
    [
      'ISR by a natural person who pays another',
      [isr],
      { ...person, rfc: 'FUNK671228PH6' },
      doctor,
    ],
    ['ISR by a company that pays a company', [isr], company, sampleProfile],
    ['IVA by a natural person', [iva], { ...person, rfc: 'FUNK671228PH6' }, doctor],
    ['IVA by a state', [isr, iva], state, doctor],
    ['ISR of a natural person of the RIF', [isr], company, { ...doctor, taxSystem: '621' }],
  ])(
    'a withholding in the request causes a warning if no rule of law requires it: %s',
    (_, withholdings, customer, profile) => {
      const changes = { items: [sold(withholdings)], customer };
      const { warnings } = judgeDraftOn(draftOf(changes), profile, today);
      expect(codesOf(warnings)).toContain('items.0.withholdings withholdings_without_rule');
    },
  );

  it.each<[string, (typeof isr)[], Partial<Customer>, typeof doctor]>([
    ['fees', [isr, iva], company, doctor],
    ['ISR by a state', [isr], state, doctor],
    ['IVA of freight or scrap by a company', [iva], company, sampleProfile],
    [
      'the sale of goods outside a business, to a natural person',
      [{ type: 'ISR', rate: '0.2' }],
      { ...person, rfc: 'FUNK671228PH6' },
      { ...doctor, taxSystem: '607' },
    ],
  ])(
    'a withholding in the request is kept if a rule allows it: %s',
    (_, withholdings, customer, profile) => {
      const changes = { items: [sold(withholdings)], customer };
      expect(suggestionsOf(changes, profile)).toEqual([]);
    },
  );
});

describe('the minimum price for withholdings by federal bodies', () => {
  const codes = (changes: Partial<Item>) =>
    suggestionsOf({
      items: [
        {
          activity: 'goods_sale',
          satProductCode: '50202306',
          quantity: '1',
          unitPrice: '2000',
          ...changes,
        },
      ],
      customer: { ...company, publicBody: 'federation' },
    }).map(({ code }) => code);

  it.each<[Partial<Item>, string[]]>([
    [{}, ['withholdings_not_due']],
    [{ unitPrice: '2000.01' }, ['withholdings_missing']],
    [{ unitPrice: '2320', taxIncluded: true }, ['withholdings_not_due']],
    [{ unitPrice: '2320.02', taxIncluded: true }, ['withholdings_missing']],
    [
      {
        unitPrice: '2505.6',
        taxIncluded: true,
        taxes: [{ type: 'IEPS', factor: 'Tasa', rate: '0.08' }],
      },
      ['withholdings_not_due'],
    ],
    [
      {
        unitPrice: '23.25',
        quantity: '100',
        taxIncluded: true,
        taxes: [{ type: 'IEPS', factor: 'Cuota', rate: '0.05', quantityPerUnit: '1' }],
      },
      ['withholdings_not_due'],
    ],
  ])(
    'the minimum price for withholdings by federal bodies is compared with the price without taxes: %j',
    (changes, expected) => {
      expect(codes(changes)).toEqual(expected);
    },
  );
});
