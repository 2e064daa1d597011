import { AccountsService } from './generated/accounts/v1/accounts';
import { CommerceService } from './generated/commerce/v1/commerce';
import { FiscalCfdiService } from './generated/fiscal_cfdi/v1/fiscal_cfdi';
import { PayrollService } from './generated/payroll/v1/payroll';
import { ReportsService } from './generated/reports/v1/reports';
import { SatSyncService } from './generated/sat_sync/v1/sat_sync';
import { WebhooksService } from './generated/webhooks/v1/webhooks';
import { gatewayRpcs } from './gateway-rpcs';

const definitions = {
  accounts: AccountsService,
  commerce: CommerceService,
  'fiscal-cfdi': FiscalCfdiService,
  payroll: PayrollService,
  reports: ReportsService,
  'sat-sync': SatSyncService,
  webhooks: WebhooksService,
};

type Definitions = typeof definitions;

/** A process that other processes call. */
type CalledService = keyof Definitions;

type RpcLists = { [Called in CalledService]?: readonly (keyof Definitions[Called])[] };

/**
 * The rpcs that each service may call at other services. The clients of a service contain only
 * these rpcs, and the called service refuses every other rpc. The gateway's rpcs are in
 * `gateway-rpcs.ts`.
 */
const serviceRpcs = {
  commerce: {
    'fiscal-cfdi': [
      'deleteCfdi',
      'stampCfdi',
      'draftGlobalInvoice',
      'draftReceiptInvoice',
      'draftGlobalCreditNote',
      'draftReceiptCreditNote',
      'readCfdi',
      'suggestReceivedCfdi',
      'getFile',
      'readFilePart',
      'sendDocument',
      'printSalesDocument',
      'queueMail',
      'getMailWay',
    ],
  },
  'fiscal-cfdi': {
    commerce: ['resolveDraftSources'],
    payroll: ['resolveEmployees', 'getPayrollEmployer'],
  },
  payroll: {
    'fiscal-cfdi': [
      'getFiscalProfile',
      'getFiscalReadiness',
      'getCfdi',
      'deleteCfdi',
      'stampCfdi',
      'sealPayrollReceipts',
      'cancelCfdi',
      'getOrganizationWallet',
    ],
  },
  accounts: {
    commerce: [
      'resolveDraftSources',
      'readOwedDocuments',
      'reverseSettlements',
      'endFences',
      'listOwedExpenses',
      'listOwedReceipts',
    ],
    'fiscal-cfdi': [
      'createCfdi',
      'suggestPaymentComplement',
      'updateCfdi',
      'deleteCfdi',
      'stampCfdi',
      'readCfdi',
      'listCfdiFamilies',
      'listOwedCfdi',
      'printSalesDocument',
    ],
  },
  'sat-sync': {
    'fiscal-cfdi': [
      'getFiscalProfile',
      'listCertificates',
      'readFilePart',
      'signPortalChallenge',
      'signMassDownload',
      'importCfdi',
      'listCfdiStates',
    ],
  },
  reports: {
    accounts: ['listDebts'],
    commerce: ['listOwedExpenses', 'listSoldReceipts'],
    'fiscal-cfdi': ['getFiscalProfile', 'listStampedCfdi', 'printReport'],
    'sat-sync': ['listTaxFacts'],
  },
} as const satisfies Record<string, RpcLists>;

type ServiceRpcs = typeof serviceRpcs;

/** A process that calls other processes. */
type Caller = 'gateway' | keyof ServiceRpcs;

type GatewayRpcs = typeof gatewayRpcs;

type RpcNames<From extends Caller, To extends CalledService> = From extends keyof ServiceRpcs
  ? To extends keyof ServiceRpcs[From]
    ? ServiceRpcs[From][To] extends readonly (infer Name)[]
      ? Name
      : never
    : never
  : keyof GatewayRpcs[To];

/** The part of a service's definition that a caller may call. */
export type CallableRpcs<From extends Caller, To extends CalledService> = Pick<
  Definitions[To],
  RpcNames<From, To> & keyof Definitions[To]
>;

/** A called service with the rpcs that one caller may call. */
export interface Callable<Definition extends object = object> {
  /** The process that calls. */
  from: string;
  /** The process that is called. */
  to: string;
  definition: Definition;
}

/**
 * The permissions that a context must have for each rpc that a caller may call; none for the rpcs of
 * services, because a service works for an organization and not for a credential.
 */
export type AllowedRpcs = ReadonlyMap<string, readonly string[]>;

/** Returns the called service with the rpcs that the caller may call. */
export function callable<From extends Caller, To extends CalledService>(
  from: From,
  to: To,
): Callable<CallableRpcs<From, To>> {
  const allowed = callersOf(to).get(from);
  const rpcs = Object.entries(definitions[to]).filter(([rpc]) => allowed?.has(rpc));
  return { from, to, definition: Object.fromEntries(rpcs) as CallableRpcs<From, To> };
}

/**
 * Returns the processes that may call a service, each with the rpcs that it may call.
 * @param service is the name of a process; a process that nobody calls has no callers
 */
export function callersOf(service: string): ReadonlyMap<string, AllowedRpcs> {
  const callers = new Map<string, AllowedRpcs>();
  const ofGateway = (gatewayRpcs as Record<string, Record<string, readonly string[]>>)[service];
  if (ofGateway) callers.set('gateway', new Map(Object.entries(ofGateway)));
  for (const [caller, lists] of Object.entries<Record<string, readonly string[]>>(serviceRpcs)) {
    const rpcs = lists[service];
    if (rpcs) callers.set(caller, new Map(rpcs.map((rpc) => [rpc, []])));
  }
  return callers;
}
