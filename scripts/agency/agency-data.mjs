// The data of the agency demo: its series, the services that it sells, and their terms.

export const series = [
  { code: 'P', kind: 'payment_complement' },
  { code: 'NC', kind: 'credit_note' },
];

/** The payment terms of the agency's invoices: one installment is due today and one in a month. */
export const plan = {
  timing: 'deferred_or_installments',
  formCode: '99',
  settlementTerms: {
    installmentCount: 2,
    firstDue: { kind: 'transaction_date' },
    recurrence: { kind: 'anchor_day' },
  },
};

const taxed = { taxability: 'standard', taxRate: 0.16 };

export const advice = {
  kind: 'custom',
  description: 'Campaña de publicidad, estrategia y producción',
  quantity: 1,
  unitPrice: 48_000,
  satProductCode: '82101500',
  satUnitCode: 'E48',
  ...taxed,
};

export const discount = {
  kind: 'custom',
  description: 'Bonificación por retraso en la entrega',
  quantity: 1,
  unitPrice: 1_500,
  satProductCode: '84111506',
  satUnitCode: 'ACT',
  ...taxed,
};
