import { asOperator as ofService, type Deployment, type Runtime } from '@timbre/kit';
import { constraints } from '../store/constraints';
import { entities } from '../store/entities';

export type { Deployment };

/** Runs an operator's command on the service's database, while the service may be running. */
export const asOperator = <Providers, Answer>(
  deployment: Deployment,
  providers: Providers,
  work: (runtime: Runtime<Providers>) => Promise<Answer>,
): Promise<Answer> =>
  ofService({ ...deployment, service: 'fiscal-cfdi', entities, constraints, providers }, work);
