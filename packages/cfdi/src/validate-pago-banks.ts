import { paymentForm } from '@timbre/fiscal';
import type { Path } from './finding';
import type { Pago } from './pagos';
import { checkCode, report } from './review';
import type { Review } from './review';

/**
 * Checks the rules of banks, accounts and payment chain, which depend on the form of payment
 * (CRP20221 to CRP20235).
 */
export function reviewBanks(review: Review, pago: Pago, at: (field: keyof Pago) => Path): void {
  const form = paymentForm(pago.formaDePagoP, review.date);
  if (!form) return;
  const forbid = (field: keyof Pago, isAllowed: boolean, code: string): void => {
    if (pago[field] === undefined || isAllowed) return;
    const message = `payment form ${pago.formaDePagoP} does not allow ${attributeOf(field)}; leave it out`;
    report(review, code, at(field), message);
  };
  forbid('rfcEmisorCtaOrd', form.isPayerBankRfcAllowed, 'CRP20221');
  forbid('ctaOrdenante', form.isPayerAccountAllowed, 'CRP20224');
  forbid('rfcEmisorCtaBen', form.isPayeeBankRfcAllowed, 'CRP20227');
  forbid('ctaBeneficiario', form.isPayeeAccountAllowed, 'CRP20228');
  forbid('tipoCadPago', form.isPaymentChainAllowed, 'CRP20229');
  const match = (
    field: 'ctaOrdenante' | 'ctaBeneficiario',
    form_: RegExp | undefined,
    code: string,
  ) => {
    const account = pago[field];
    if (account === undefined || !form_ || form_.test(account)) return;
    const message = `${attributeOf(field)} has ${shapesOf(form_)} for payment form ${pago.formaDePagoP}; correct it`;
    report(review, code, at(field), message);
  };
  if (form.isPayerAccountAllowed) match('ctaOrdenante', form.payerAccountPattern, 'CRP20225');
  if (form.isPayeeAccountAllowed) match('ctaBeneficiario', form.payeeAccountPattern, 'CRP20226');
  if (pago.rfcEmisorCtaOrd === 'XEXX010101000' && pago.nomBancoOrdExt === undefined) {
    report(review, 'CRP20223', at('nomBancoOrdExt'), 'a foreign bank requires NomBancoOrdExt');
  }
  reviewPaymentChain(review, pago, at);
}

/**
 * Describes in words the formats that a pattern of c_FormaPago allows, as in `10 to 11 digits, 18
 * digits`.
 */
const shapesOf = ({ source }: RegExp): string =>
  [...source.matchAll(/\[([^\]]+)\]\{(\d+)(?:,(\d+))?\}/g)]
    .map(([, characters, least, most]) => {
      const kind = characters === '0-9' ? 'digits' : 'digits, capital letters or _';
      return `${least}${most ? ` to ${most}` : ''} ${kind}`;
    })
    .join(', or ');

/** Returns the name of the XML attribute. */
const attributeOf = (field: keyof Pago): string => field.charAt(0).toUpperCase() + field.slice(1);

/** Checks that a payment chain has all of its parts: type, certificate, chain and seal. */
function reviewPaymentChain(review: Review, pago: Pago, at: (field: keyof Pago) => Path): void {
  const hasChain = pago.tipoCadPago !== undefined;
  checkCode(review, 'c_TipoCadenaPago', pago.tipoCadPago, 'CRP20229', at('tipoCadPago'));
  const parts = [
    ['certPago', 'CRP20230', 'CRP20231'],
    ['cadPago', 'CRP20232', 'CRP20233'],
    ['selloPago', 'CRP20234', 'CRP20235'],
  ] as const;
  for (const [field, missing, unexpected] of parts) {
    const isThere = pago[field] !== undefined;
    const attribute = attributeOf(field);
    if (hasChain && !isThere) {
      report(review, missing, at(field), `TipoCadPago requires ${attribute}`);
    }
    if (!hasChain && isThere) {
      report(review, unexpected, at(field), `${attribute} requires TipoCadPago`);
    }
  }
}
