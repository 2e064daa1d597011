// The issuer, customer and products of the demo: the test taxpayers that the SAT publishes.

export const issuer = {
  rfc: 'EKU9003173C9',
  legalName: 'ESCUELA KEMPER URGATE',
  taxSystem: '601',
  postalCode: '42501',
};

export const customer = {
  kind: 'customer',
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  email: 'compras@example.com',
  address: { postalCode: '86991', country: 'MEX' },
  cfdiUse: 'G03',
};

export const product = {
  description: 'Licencia anual de software de gestión',
  sku: 'LIC-ANUAL',
  price: 1160,
  taxIncluded: true,
  taxRate: 0.16,
  taxability: 'standard',
  satProductCode: '43232300',
  satUnitCode: 'H87',
};

/**
 * Returns a draft with the tax cases of an ordinary invoice: 16 % included, 16 % added with a discount, 0 %,
 * exempt.
 * @param {string} customerId
 * @param {string} productId
 */
export function incomeDraft(customerId, productId) {
  return {
    kind: 'income',
    customerId,
    cfdiUse: 'G03',
    payment: { timing: 'single_payment', formCode: '03', conditions: 'Transferencia a la entrega' },
    items: [
      { kind: 'product', productId, quantity: 2, unitPrice: 1160, taxIncluded: true },
      custom('Implementación del sistema, por hora', 12.5, 850.5, '81111508', 'HUR', {
        taxability: 'standard',
        taxRate: 0.16,
        discount: 631.25,
      }),
      custom('Leche entera para la sala de capacitación', 24, 22.9, '50131700', 'LTR', {
        taxability: 'zero',
      }),
      custom('Manual impreso del usuario', 3, 199.99, '55101509', 'H87', { taxability: 'exempt' }),
    ],
  };
}

/**
 * @param {string} description
 * @param {number} quantity
 * @param {number} unitPrice in pesos
 * @param {string} satProductCode
 * @param {string} satUnitCode
 * @param {Record<string, unknown>} tax
 */
function custom(description, quantity, unitPrice, satProductCode, satUnitCode, tax) {
  return { kind: 'custom', description, quantity, unitPrice, satProductCode, satUnitCode, ...tax };
}
