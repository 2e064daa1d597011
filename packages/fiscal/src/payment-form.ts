import { rowReader } from './catalogs';

/** A row of c_FormaPago: which bank data a payment may carry in Pagos 2.0, and their form. */
export interface PaymentForm {
  code: string;
  description: string;
  isBanked: boolean;
  isPayerBankRfcAllowed: boolean;
  isPayerAccountAllowed: boolean;
  /** Absent when any text will do. */
  payerAccountPattern?: RegExp;
  isPayeeBankRfcAllowed: boolean;
  isPayeeAccountAllowed: boolean;
  payeeAccountPattern?: RegExp;
  isPaymentChainAllowed: boolean;
  /** Whether a payer's bank abroad must be named. */
  isForeignBankNameRequired: boolean;
}

export const paymentForm: (code: string) => PaymentForm | undefined = rowReader(
  'c_FormaPago',
  ({ code, description, attributes }) => {
    const { payerAccountPattern: payer, payeeAccountPattern: payee } = attributes;
    const isYes = (column: string) => attributes[column] === '1';
    return {
      code,
      description,
      isBanked: isYes('banked'),
      isPayerBankRfcAllowed: isYes('payerAccountRfcAllowed'),
      isPayerAccountAllowed: isYes('payerAccountAllowed'),
      ...(payer === undefined ? {} : { payerAccountPattern: whole(payer) }),
      isPayeeBankRfcAllowed: isYes('payeeAccountRfcAllowed'),
      isPayeeAccountAllowed: isYes('payeeAccountAllowed'),
      ...(payee === undefined ? {} : { payeeAccountPattern: whole(payee) }),
      isPaymentChainAllowed: isYes('paymentChainAllowed'),
      isForeignBankNameRequired: isYes('foreignBankNameRequired'),
    };
  },
);

/** The SAT's patterns describe the whole text. */
function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}
