import { rowReader, type RowReader } from './catalogs';

/**
 * The code of c_FormaPago for a form that is to be defined. A document with deferred payment (PPD)
 * has this code.
 */
export const formToBeDefined = '99';

/**
 * The code of c_FormaPago for compensation. Timbre uses the code for a customer's credit that is
 * stored or applied to a document.
 */
export const formOfCompensation = '17';

/**
 * A row of c_FormaPago, and the bank data that Pagos 2.0 allows for this form, with their patterns.
 */
export interface PaymentForm {
  code: string;
  description: string;
  isBanked: boolean;
  isPayerBankRfcAllowed: boolean;
  isPayerAccountAllowed: boolean;
  /** The pattern is absent if any text is allowed. */
  payerAccountPattern?: RegExp;
  isPayeeBankRfcAllowed: boolean;
  isPayeeAccountAllowed: boolean;
  payeeAccountPattern?: RegExp;
  isPaymentChainAllowed: boolean;
  /** Whether the name of a payer's foreign bank is required. */
  isForeignBankNameRequired: boolean;
}

export const paymentForm: RowReader<PaymentForm> = rowReader(
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

/** Returns a SAT pattern as a regular expression that must match the whole text. */
function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}
