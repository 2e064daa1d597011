import { sayNotActive } from '@timbre/api';
import type { Receptor } from '@timbre/cfdi';
import {
  fold,
  isFiscalText,
  isRegimeAllowed,
  type Issue,
  isUseAllowed,
  registeredName,
  requiredCatalog,
  Rfc,
} from '@timbre/fiscal';
import type { Customer } from './draft';
import { payrollUse } from '../receipts/payroll';
import type { Profile } from '../set-up/fiscal-profile';

/** The tax regime of receivers with a generic RFC (CFDI40157 to 40161). */
const genericRegime = '616';
/** The CFDI use of receivers with a generic RFC. */
export const genericUse = 'S01';
/** The code of c_UsoCFDI that every payment complement has. */
export const paymentUse = 'CP01';
/**
 * The receiver of global invoices, PUBLICO EN GENERAL. The postal code of this receiver is the place of
 * issue of the invoice.
 */
export const publicInGeneral: Customer = {
  legalName: 'PUBLICO EN GENERAL',
  rfc: 'XAXX010101000',
  taxSystem: genericRegime,
};
const nameMax = 300;

export function receptorOf(customer: Customer, cfdiUse: string, profile: Profile): Receptor {
  const { taxResidence, foreignTaxId } = customer;
  const isGeneric = Rfc.parse(customer.rfc ?? '')?.isGeneric() ?? false;
  return {
    rfc: customer.rfc ?? '',
    nombre: isPublicInGeneral(customer) ? publicInGeneral.legalName : nameOf(customer),
    // A receiver with a generic RFC has the postal code of the place of issue (CFDI40149).
    domicilioFiscalReceptor: isGeneric ? profile.postalCode : (customer.postalCode ?? ''),
    ...(taxResidence !== undefined && { residenciaFiscal: taxResidence }),
    ...(foreignTaxId !== undefined && { numRegIdTrib: foreignTaxId }),
    regimenFiscalReceptor: isGeneric ? genericRegime : (customer.taxSystem ?? ''),
    usoCfdi: cfdiUse,
  };
}

/**
 * Returns whether the customer is PUBLICO EN GENERAL. The comparison ignores accents, so a name with
 * accents also matches, although the SAT accepts only the name without accents.
 */
export const isPublicInGeneral = (customer: Customer): boolean =>
  fold(nameOf(customer)) === fold(publicInGeneral.legalName) &&
  Rfc.parse(customer.rfc ?? '')?.isGenericNational() === true;

const nameOf = ({ legalName }: Customer): string => registeredName(legalName);

/**
 * Checks a draft's customer: customer_missing, and the rules of `receiverIssues`.
 * @param isGlobal is true for a global invoice, and for a credit note, which may credit a global invoice
 * @param isPayment is true for a payment complement, which has the same CFDI use for every receiver
 */
export function customerIssues(
  customer: Customer | null | undefined,
  cfdiUse: string,
  today: string,
  { isGlobal = false, isPayment = false } = {},
): Issue[] {
  if (customer) return receiverIssues(customer, cfdiUse, today, { isGlobal, isPayment });
  const message = 'A document of this kind must have a customer.';
  return [{ path: ['customerId'], code: 'customer_missing', message }];
}

/**
 * Returns the faults of a customer that prevent a CFDI with this CFDI use.
 * - customer_rfc_missing, customer_tax_system_missing, customer_postal_code_missing
 * - customer_rfc_invalid: the customer's RFC does not have the form of an RFC
 * - customer_name_invalid: the customer's name has more than 300 characters, or a character that the SAT
 *   refuses
 * - customer_tax_system_not_allowed: a person of the customer's kind cannot have this tax regime,
 *   or a customer with a generic RFC has a regime other than 616 (CFDI40158, CFDI40159)
 * - customer_postal_code_unknown: the customer's postal code is not in c_CodigoPostal
 * - cfdi_use_not_in_catalog: the CFDI use is not an active code of c_UsoCFDI
 * - cfdi_use_not_allowed: the receiver's tax regime does not allow this CFDI use, or it is reserved for
 *   payment complements or payroll (CFDI40161)
 * - global_invoice_needed: sales receipts are invoiced to PUBLICO EN GENERAL only with a global invoice
 *   (CFDI40130)
 */
function receiverIssues(
  customer: Customer,
  cfdiUse: string,
  today: string,
  { isGlobal, isPayment }: { isGlobal: boolean; isPayment: boolean },
): Issue[] {
  const rfc = Rfc.parse(customer.rfc ?? '');
  return [
    ...rfcIssues(customer, rfc),
    ...nameIssues(customer, isGlobal),
    ...regimeIssues(customer, rfc, today),
    ...addressIssues(customer, rfc, today),
    ...(isPayment ? [] : useIssues(customer, rfc, cfdiUse, today)),
  ];
}

const atCustomer = (code: string, message: string): Issue[] => [
  { path: ['customerId'], code, message },
];
const atUse = (code: string, message: string): Issue[] => [{ path: ['cfdiUse'], code, message }];

function rfcIssues(customer: Customer, rfc: Rfc | undefined): Issue[] {
  if (rfc) return [];
  if (!customer.rfc) return atCustomer('customer_rfc_missing', 'The customer has no RFC.');
  return atCustomer('customer_rfc_invalid', "The customer's RFC is not in the SAT's form.");
}

function nameIssues(customer: Customer, isGlobal: boolean): Issue[] {
  const name = nameOf(customer);
  if (!isFiscalText(name, nameMax)) {
    const message = `A receiver's name must have 1 to ${nameMax} characters and no |.`;
    return atCustomer('customer_name_invalid', message);
  }
  if (isGlobal || !isPublicInGeneral(customer)) return [];
  const message = `${publicInGeneral.legalName} is the receiver of global invoices only; give their globalPeriod.`;
  return atCustomer('global_invoice_needed', message);
}

function regimeIssues({ taxSystem }: Customer, rfc: Rfc | undefined, today: string): Issue[] {
  if (!rfc) return [];
  if (rfc.isGeneric()) {
    if (!taxSystem || taxSystem === genericRegime) return [];
    const message = `The tax regime of a generic RFC must be ${genericRegime}.`;
    const code = 'customer_tax_system_not_allowed';
    return [{ path: ['customerId'], code, message, satCode: 'CFDI40159' }];
  }
  if (!taxSystem) {
    return atCustomer('customer_tax_system_missing', 'The customer has no tax regime.');
  }
  if (isRegimeAllowed(taxSystem, rfc.kind, today)) return [];
  const message = `Tax regime ${taxSystem} is not available to the customer's kind of person.`;
  return atCustomer('customer_tax_system_not_allowed', message);
}

function addressIssues(customer: Customer, rfc: Rfc | undefined, today: string): Issue[] {
  if (rfc?.isGeneric()) return [];
  const { postalCode: code } = customer;
  if (!code) {
    const message = 'The customer has no address with the postal code of the SAT register.';
    return atCustomer('customer_postal_code_missing', message);
  }
  if (requiredCatalog('c_CodigoPostal').isActive(code, today)) return [];
  const message = `The customer's postal code ${code} is not in c_CodigoPostal.`;
  return atCustomer('customer_postal_code_unknown', message);
}

/** The CFDI uses that are reserved for payment complements and payroll. */
const usesOfOthers = [paymentUse, payrollUse];

function useIssues(
  { taxSystem }: Customer,
  rfc: Rfc | undefined,
  use: string,
  today: string,
): Issue[] {
  if (!requiredCatalog('c_UsoCFDI').isActive(use, today)) {
    const said = sayNotActive('c_UsoCFDI', use, today);
    return [{ path: ['cfdiUse'], code: 'cfdi_use_not_in_catalog', ...said }];
  }
  if (usesOfOthers.includes(use)) {
    const message = `Use ${use} belongs to payment complements and payroll.`;
    return atUse('cfdi_use_not_allowed', message);
  }
  if (!rfc) return [];
  if (rfc.isGeneric()) {
    const message = `The use of a document for a generic RFC must be ${genericUse}.`;
    return use === genericUse ? [] : atUse('cfdi_use_not_allowed', message);
  }
  if (!taxSystem || isUseAllowed(use, taxSystem, rfc.kind, today)) return [];
  const message = `Use ${use} is not available to receivers of tax regime ${taxSystem}.`;
  return atUse('cfdi_use_not_allowed', message);
}
