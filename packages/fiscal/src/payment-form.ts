import { rowReader, type RowReader } from './catalogs';

/** c_FormaPago: to be defined. The code is for a document that is paid later (PPD). */
export const formToBeDefined = '99';

/**
 * c_FormaPago: compensation. The code is for a customer's credit that is kept or applied to a
 * document.
 */
export const formOfCompensation = '17';

/** A row of c_FormaPago, with the bank data that Pagos 2.0 allows for it and their patterns. */
export interface PaymentForm {
  code: string;
  description: string;
  isBanked: boolean;
  isPayerBankRfcAllowed: boolean;
  isPayerAccountAllowed: boolean;
  /** Absent if any text is allowed. */
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

/** Returns a pattern of the SAT as an expression that must match the whole text. */
function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}
