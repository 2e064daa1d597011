import { faultOf, type Fault } from '../schema/grammar';
import { collapsed, type Node } from '../schema/node';
import { GRAMMAR } from '../schema/vocabularies';
import { readCfdi } from './cfdi';
import { headerTables, sumTables } from './comprobante';
import { conceptTables } from './concepts';
import { nominaTables, payrollsOf, payrollTables } from './nomina';
import { payrollLineTables } from './nomina-lines';
import { workerTables } from './nomina-worker';
import { paidTables } from './pago-documents';
import { pagosTables, paymentsOf, paymentTables } from './pagos';
import { partyTables } from './parties';
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
];
const PAYMENT_TABLES = [...paymentTables, ...paidTables];
const PAYROLL_TABLES = [...payrollTables, ...workerTables, ...payrollLineTables];

/** The first fault of the document against the SAT's schemas. */
export function structureFault(root: Node): Fault | undefined {
  return faultOf(GRAMMAR, root);
}

/**
 * The rules of the SAT's matrices that a document of sound structure breaks, in the order in which a
 * PAC judges them. Neither certificate nor seal nor the register of taxpayers are among them.
 */
export function matrixBreaches(document: Node): readonly Breach[] {
  const root = collapsed(document);
  const found: Breach[] = [];
  if (root.name === 'retenciones:Retenciones') {
    addBreaches(retentionTables, readRetention(root), found);
    return found;
  }
  const cfdi = readCfdi(root);
  addBreaches(CFDI_TABLES, cfdi, found);
  addBreaches(PAYMENT_TABLES, paymentsOf(cfdi), found);
  addBreaches(PAYROLL_TABLES, payrollsOf(cfdi), found);
  return found;
}
