import { faultOf, type Fault } from '../schema/grammar';
import { collapsed, type Node } from '../schema/node';
import { GRAMMAR } from '../schema/vocabularies';
import { cartaPorteTables } from './carta-porte';
import { readCfdi } from './cfdi';
import { headerTables, sumTables } from './comprobante';
import { conceptTables } from './concepts';
import { foreignTradeTables } from './foreign-trade';
import { ineTables } from './ine';
import { nominaTables, payrollsOf, payrollTables } from './nomina';
import { payrollLineTables } from './nomina-lines';
import { workerTables } from './nomina-worker';
import { paidTables } from './pago-documents';
import { pagosTables, paymentsOf, paymentTables } from './pagos';
import { partyTables } from './parties';
import { platformTables } from './platforms';
import { readRetention, retentionTables } from './retenciones';
import { addBreaches, type Breach } from './rule';
import { taxTables } from './taxes';
import { typeTable } from './types';

const CFDI_TABLES = [
  ...headerTables,
  ...partyTables,
  ...sumTables,
  ...conceptTables,
  ...taxTables,
  typeTable,
  ...pagosTables,
  ...nominaTables,
  ...cartaPorteTables,
  ...foreignTradeTables,
  ...ineTables,
];
const PAYMENT_TABLES = [...paymentTables, ...paidTables];
const PAYROLL_TABLES = [...payrollTables, ...workerTables, ...payrollLineTables];

/** Returns the first violation of the SAT's schemas in the document. */
export function structureFault(root: Node): Fault | undefined {
  return faultOf(GRAMMAR, root);
}

/**
 * Returns the rules of the SAT's matrices that a document of valid structure breaks, in the order in which
 * a PAC checks them. Other modules check the certificate, the seal and the register of taxpayers.
 */
export function matrixBreaches(document: Node): readonly Breach[] {
  const root = collapsed(document);
  const found: Breach[] = [];
  if (root.name === 'retenciones:Retenciones') {
    addBreaches([...retentionTables, ...platformTables], readRetention(root), found);
    return found;
  }
  const cfdi = readCfdi(root);
  addBreaches(CFDI_TABLES, cfdi, found);
  addBreaches(PAYMENT_TABLES, paymentsOf(cfdi), found);
  addBreaches(PAYROLL_TABLES, payrollsOf(cfdi), found);
  return found;
}
