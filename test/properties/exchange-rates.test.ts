import { writeComprobante } from '@timbre/cfdi';
import { compareRate, Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { matrixBreaches } from '../../services/authority-simulator/src/matrix/judgement';
import { readTree } from '../../services/authority-simulator/src/xml/reader';
import { comprobanteOf } from '../../services/fiscal-cfdi/src/domain/drafting/comprobante-of';
import { judgeDraftOn } from '../../services/fiscal-cfdi/src/domain/drafting/draft-issues';
import { sampleDraft, sampleProfile, today } from '../../services/fiscal-cfdi/test/sample-draft';

const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };
const rateCodes = ['CFDI40118', 'CFDI40127'];

const currencies = ['USD', 'EUR', 'JPY', 'CHF', 'COP', 'PYG', 'PAB', 'ILS', 'AFN', 'XAU', 'MXN'];
const rates = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) =>
    Decimal.from(units)
      .dividedBy(Decimal.from(10 ** scale), 6)
      .trimmed(),
  );
const keys = fc.constantFrom(undefined, 'aB3x9');

test('a PAC accepts each exchange rate and confirmation key that a draft accepts, and a draft warns of each doubtful rate', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), rates, keys, (currency, rate, confirmation) => {
      const draft = sampleDraft('income', {
        cfdiUse: 'G03',
        payment: { timing: 'single_payment', formCode: '03' },
        ...(currency !== 'MXN' && { currency, exchangeRate: rate.toString() }),
        confirmation,
      });
      const isAccepted = judgeDraftOn(draft, sampleProfile, today).issues.length === 0;
      if (!isAccepted && compareRate(currency, rate) === 'doubtful') return;
      const document = comprobanteOf(draft, sampleProfile, { fecha: `${today}T10:00:00` });
      const root = readTree(writeComprobante({ ...document, ...seal }).xml);
      if ('unreadable' in root) throw new Error(root.unreadable);
      const refused = matrixBreaches(root).filter(({ code }) => rateCodes.includes(code));
      expect(refused.length === 0).toBe(isAccepted);
    }),
    { numRuns: 2_000, seed: 17 },
  );
});
