import type { Principal } from '../../identity';

/** Returns the ledger sides (receivables, payables) that a principal may read. */
export const readableSides = (principal: Principal): Side[] => sidesOf(principal, 'read');

/** Returns the ledger sides (receivables, payables) that a principal may change. */
export const manageableSides = (principal: Principal): Side[] => sidesOf(principal, 'manage');

type Side = 'receivable' | 'payable';

const sidesOf = ({ permissions }: Principal, allowed: 'read' | 'manage'): Side[] => [
  ...(permissions.has(`receivables:${allowed}`) ? (['receivable'] as const) : []),
  ...(permissions.has(`payables:${allowed}`) ? (['payable'] as const) : []),
];
