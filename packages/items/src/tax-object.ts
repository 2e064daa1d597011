/** The taxes that a code of c_ObjetoImp allows (CFDI40172, CFDI140226, CFDI140227). */
export interface AllowedTaxes {
  iva: boolean;
  ieps: boolean;
  isr: boolean;
}

const all = { iva: true, ieps: true, isr: true };
const none = { iva: false, ieps: false, isr: false };
const onlyIsr = { iva: false, ieps: false, isr: true };

const allowed: Readonly<Record<string, AllowedTaxes>> = {
  '01': none,
  '02': all,
  '03': none,
  '04': none,
  '05': none,
  '06': onlyIsr,
  '07': { iva: false, ieps: true, isr: true },
  '08': onlyIsr,
};

/** Without a tax object, all taxes are allowed, and the taxes determine the object. */
export const allowedTaxes = (taxObject: string | undefined): AllowedTaxes =>
  (taxObject === undefined ? undefined : allowed[taxObject]) ?? all;
