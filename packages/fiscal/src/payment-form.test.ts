import { paymentForm } from './payment-form';

describe('paymentForm', () => {
  test('the payment form cash allows no bank data', () => {
    expect(paymentForm('01', 'latest')).toEqual({
      code: '01',
      description: 'Efectivo',
      isBanked: false,
      isPayerBankRfcAllowed: false,
      isPayerAccountAllowed: false,
      isPayeeBankRfcAllowed: false,
      isPayeeAccountAllowed: false,
      isPaymentChainAllowed: false,
      isForeignBankNameRequired: false,
    });
  });

  test('the payment form transfer allows only accounts of 10, 16 or 18 digits', () => {
    const pattern = paymentForm('03', 'latest')?.payerAccountPattern;
    expect(pattern?.test('032180000118359719')).toBe(true);
    expect(pattern?.test('1234567890')).toBe(true);
    expect(pattern?.test('12345678901')).toBe(false);
    expect(pattern?.test('x1234567890')).toBe(false);
    expect(paymentForm('03', 'latest')?.isPaymentChainAllowed).toBe(true);
  });

  test('the payment form to be defined later allows any account', () => {
    expect(paymentForm('99', 'latest')?.isPayerAccountAllowed).toBe(true);
    expect(paymentForm('99', 'latest')?.payerAccountPattern).toBeUndefined();
  });

  test('an unknown payment form has no row', () => {
    expect(paymentForm('07', 'latest')).toBeUndefined();
    expect(paymentForm('toString', 'latest')).toBeUndefined();
  });
});
