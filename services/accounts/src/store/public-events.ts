import { publicBodies } from '@timbre/api';
import { balancesBetweenServices } from './balance-events';
import { publicCollected, publicInstallments } from './collection-events';
import { publicTransaction } from './transaction-events';

/** The public forms of all events of this service. */
export const publicBody = publicBodies([
  ...balancesBetweenServices,
  ...publicCollected,
  ...publicInstallments,
  publicTransaction,
]);
