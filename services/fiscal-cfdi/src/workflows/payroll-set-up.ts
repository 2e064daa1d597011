import type { CallableRpcs } from '@timbre/contract';
import { lawEnds, localDateIn } from '@timbre/fiscal';
import { unlessUnavailable, type Reader, type ServiceClient } from '@timbre/kit';
import type { PayrollSetUp } from '../domain/set-up/readiness';
import type { SetUpSources } from '../store/set-up/set-up';

export interface ReadinessProviders extends SetUpSources {
  /** The client of the service that owns the employer's data. */
  payroll?: Pick<ServiceClient<CallableRpcs<'fiscal-cfdi', 'payroll'>>, 'getPayrollEmployer'>;
}

/** Matches the keys of the yearly legal amounts and rates that payroll uses. */
const ofPayroll = /^(isr|imss|uma|minimum_wage)[.]/;

/** Reads the parts of the set-up that payroll needs in addition to a certificate and a PAC. */
export async function payrollSetUpOf(
  read: Reader,
  { payroll }: ReadinessProviders,
): Promise<PayrollSetUp> {
  const today = localDateIn(read.businessNow.getTime(), 'America/Mexico_City');
  const ends = lawEnds(today).filter(({ key }) => ofPayroll.test(key));
  return { ends, hasEmployer: await hasEmployerAt(payroll, read) };
}

/**
 * @returns true if the employer has a registration; undefined if payroll does not respond, because other
 * kinds of documents do not need payroll
 */
async function hasEmployerAt(
  client: ReadinessProviders['payroll'],
  { context }: Reader,
): Promise<boolean | undefined> {
  if (!client) return undefined;
  const answer = await unlessUnavailable(context, (asking) =>
    client.getPayrollEmployer({}, asking),
  );
  if (!answer) return undefined;
  const { data } = JSON.parse(Buffer.from(answer.body).toString()) as {
    data: { registrations: unknown[] };
  };
  return data.registrations.length > 0;
}
