import type { SealedDocument } from '../stamping/document';
import type { Stamp } from '../store/stamps';
import {
  cancelableUntil,
  isPastDeadline,
  needsAcceptance,
  needsExpressAcceptance,
} from './cancelability';

const STAMPED = new Date('2026-11-18T18:00:00Z');
const NEXT_BUSINESS_DAY = new Date('2026-11-20T05:59:00Z');
const AFTER = new Date('2026-11-20T06:01:00Z');

function stamp(changes: Partial<SealedDocument> = {}): Stamp {
  const document: SealedDocument = {
    family: 'cfdi',
    version: '4.0',
    type: 'I',
    seal: '',
    certificateNumber: '',
    issuedAt: '2026-11-18T12:00:00',
    placeOfIssue: '42501',
    issuerRfc: 'EKU9003173C9',
    issuerName: '',
    receiverRfc: 'XIA190128J61',
    receiverName: '',
    receiverPostalCode: '76343',
    receiverRegime: '601',
    currency: 'MXN',
    exchangeRate: '',
    total: '5000.00',
    relations: [],
    ...changes,
  };
  const times = { stampedAt: STAMPED, answerVisibleAt: STAMPED, satVisibleAt: STAMPED };
  return { uuid: '', pac: 'sw', document, customId: undefined, tfd: '', xml: '', ...times };
}

test.each<[string, boolean, Partial<SealedDocument>]>([
  ['an income over 1,000', true, {}],
  ['an income of 1,000 exactly', false, { total: '1000.00' }],
  ['100 dollars at 20', true, { total: '100.00', currency: 'USD', exchangeRate: '20' }],
  ['50 dollars at 20', false, { total: '50.00', currency: 'USD', exchangeRate: '20' }],
  ['a payment, whose total is zero', true, { type: 'P', total: '0' }],
  ['a payroll receipt', false, { type: 'N' }],
  ['a credit note', false, { type: 'E' }],
  ['a transfer', false, { type: 'T', total: '0' }],
  ['the public in general', false, { receiverRfc: 'XAXX010101000' }],
  ['a resident abroad', false, { receiverRfc: 'XEXX010101000' }],
  ['a receiver in the RIF', false, { receiverRegime: '621' }],
  ['fuel of 1,000 exactly', true, { total: '1000.00', productKeys: ['15101505'] }],
  ['a credit note of fuel', true, { type: 'E', productKeys: ['01010101', '15101514'] }],
  ['a transfer of fuel', true, { type: 'T', total: '0', productKeys: ['78101800', '15101515'] }],
  [
    'fuel for the public in general',
    false,
    { receiverRfc: 'XAXX010101000', productKeys: ['15101505'] },
  ],
  ['a withholding document', false, { family: 'retenciones', type: 'R' }],
])('the cancellation of a document (%s) needs acceptance: %s', (_case, expected, changes) => {
  expect(needsAcceptance(stamp(changes), AFTER)).toBe(expected);
});

test('a cancellation needs no acceptance until the end of the next business day', () => {
  expect(needsAcceptance(stamp(), NEXT_BUSINESS_DAY)).toBe(false);
});

test('a credit note for fuel needs no acceptance until the end of 2025', () => {
  const document = stamp({ type: 'E', productKeys: ['15101505'] });
  expect(needsAcceptance(document, new Date('2025-12-31T18:00:00Z'))).toBe(false);
});

test.each([
  [['15101514'], true],
  [['01010101'], false],
  [undefined, false],
])(
  'the cancellation of a document with the product keys %j needs express acceptance: %s',
  (productKeys, expected) => {
    const { document } = stamp(productKeys === undefined ? {} : { productKeys });
    expect(needsExpressAcceptance(document, AFTER)).toBe(expected);
  },
);

test('a cancellation must be requested before the end of the month of the annual return: March for companies, April for natural persons', () => {
  expect(cancelableUntil(stamp().document)).toBe('2027-03-31');
  expect(cancelableUntil(stamp({ issuerRfc: 'CACX7605101P8' }).document)).toBe('2027-04-30');
  expect(isPastDeadline(stamp().document, new Date('2027-04-01T05:59:00Z'))).toBe(false);
  expect(isPastDeadline(stamp().document, new Date('2027-04-01T06:00:00Z'))).toBe(true);
});
