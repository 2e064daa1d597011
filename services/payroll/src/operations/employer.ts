import type { CallContext, Reader } from '@timbre/kit';
import type { EmployerFacts } from '../domain/employer-record';
import type { FiscalIdentity } from '../domain/ports';
import type { EmployerRecord } from '../store/employers';

/** What operations that read the employer need of the outside. */
export interface EmployerProviders {
  fiscal: FiscalIdentity<CallContext>;
}

type Stored = Pick<
  EmployerRecord,
  'registration' | 'curp' | 'stateCode' | 'minimumWageZone' | 'settings'
>;

const selected = `select r.registration, r.curp, r.state_code as "stateCode",
  r.minimum_wage_zone as "minimumWageZone", r.settings from employers r`;

/** The employer as it is known now. `rfc` was asked of fiscal-cfdi beforehand. */
export async function readEmployer(read: Reader, rfc: string | undefined): Promise<EmployerFacts> {
  const [stored] = await read.rows<Stored>(`${selected} where r.org_id = :org`);
  return { rfc, ...(stored ?? { settings: {} }) };
}
