import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { factsOfCfdi, type AnnouncedCfdi } from './cfdi-facts';

const money = (cents: number) => Decimal.from(cents).times(Decimal.from('0.01')).toString();
const cents = fc.integer({ min: 0, max: 5_000_000 });

it('the measures of a document in dollars add up to its total in pesos', () => {
  fc.assert(
    fc.property(
      fc.record({
        subtotal: cents,
        discount: cents,
        iva: cents,
        ieps: cents,
        withheld: cents,
        local: cents,
        rate: fc.integer({ min: 150_000, max: 250_000 }),
      }),
      ({ subtotal, discount, iva, ieps, withheld, local, rate }) => {
        const total = subtotal - discount + iva + ieps - withheld;
        const cfdi: AnnouncedCfdi = {
          cfdiId: 'a',
          version: 1,
          kind: 'income',
          status: 'valid',
          direction: 'issued',
          currency: 'USD',
          subtotal: money(subtotal),
          total: money(total + local),
          exchangeRate: Decimal.from(rate).times(Decimal.from('0.0001')).toString(),
          counterpartyRfc: 'URE180429TM6',
          issuedLocalDateTime: '2026-11-10T10:00:00',
          facts: {
            discount: money(discount),
            taxes: {
              ivaTransferred: money(iva),
              iepsTransferred: money(ieps),
              ivaWithheld: money(withheld),
              isrWithheld: '0',
            },
            lines: [],
          },
        };
        const [line] = factsOfCfdi(cfdi)!.lines;
        const sum = (...names: (keyof NonNullable<typeof line>)[]) =>
          Decimal.sum(names.map((name) => Decimal.from(line![name])));
        const footed = sum('subtotal', 'ivaTransferred', 'iepsTransferred').minus(
          sum('discount', 'ivaWithheld', 'isrWithheld'),
        );
        const pesos = (amount: number) =>
          Decimal.from(money(amount)).times(Decimal.from(cfdi.exchangeRate!)).round(2);
        expect(footed.equals(pesos(total + local).minus(pesos(local)))).toBe(true);
      },
    ),
  );
});
