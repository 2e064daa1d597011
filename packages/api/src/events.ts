import { z } from 'zod';
import { firstIn } from '@timbre/fiscal';
import { accountTransaction } from './accounts';
import { approval } from './approvals';
import { cancellationRequest } from './cancellation-requests';
import { cancellation, cfdiKinds, cfdiPayment } from './cfdi';
import { settlementTerms } from './cfdi-input';
import { contact, shownAddress } from './contacts';
import { declarationDetail } from './declarations';
import { expenseDetail } from './expenses';
import { certificate } from './fiscal';
import { importJob, importKind } from './imports';
import { location } from './locations';
import { payrollRunSummary } from './payroll';
import type { Permission } from './permissions';
import { priceOverride } from './pricing';
import { product } from './products';
import { quote } from './quotes';
import { credential, organization } from './records';
import { roleNames } from './roles';
import { sandboxClock } from './sandbox';
import { satSync } from './sat-sync';
import { salesReceiptDetail, salesReceiptRefund } from './sales-receipts';
import { documentRef, instant, money, shownLocalDateTime } from './values';
import type { Text } from './texts/language';
import { wallet } from './wallet';
import { withholdingSummary } from './withholdings';

/** The declaration of a public event type. */
export interface EventType {
  summary: Text;
  /** The permission that a credential requires to read the event. */
  permission: Permission;
  /**
   * The `data` of the event: the state of the resource after the event, with the field names of the
   * resource.
   */
  data: z.ZodType;
}

const cfdi = z
  .strictObject({
    documentRef: documentRef('cfdi'),
    kind: z.enum(cfdiKinds),
    direction: z.enum(['issued', 'received']),
    status: z.enum(['draft', 'valid', 'canceled']),
    archived: z.boolean(),
    subtotal: z.number(),
    total: money,
    uuid: z.string().optional(),
    series: z.string().optional(),
    folio: z.string().optional(),
    issuedLocalDateTime: shownLocalDateTime.optional(),
    customerId: z.string().optional(),
    counterpartyRfc: z.string().optional(),
    counterpartyName: z.string().optional(),
    exchangeRate: z.number().optional(),
    payment: cfdiPayment
      .pick({ timing: true, formCode: true, methodCode: true, dueDate: true })
      .partial()
      .optional(),
    settlementTerms: settlementTerms.optional(),
    paidDocuments: z
      .array(
        z.strictObject({
          uuid: z.string(),
          currency: z.string(),
          installment: z.int(),
          amount: z.number(),
          previousBalance: z.number(),
          documentRef: documentRef('cfdi').optional(),
        }),
      )
      .optional()
      .meta({ description: 'The invoices and amounts that a payment complement pays.' }),
    relatedDocuments: z
      .array(z.strictObject({ relationship: z.string(), documents: z.array(z.string()) }))
      .optional(),
    cancellation: cancellation
      .pick({ state: true, motive: true, replacementDocumentRef: true, code: true, message: true })
      .optional(),
  })
  .meta({ id: 'CfdiEventData' });

const cancellationRequestEvent = cancellationRequest
  .pick({ uuid: true, state: true, receiverRfc: true, answer: true, answerBefore: true })
  .extend({
    documentRef: documentRef('cfdi').optional(),
    kind: z.string().optional(),
    issuerRfc: z.string().optional(),
    issuerName: z.string().optional(),
    total: money.optional(),
  })
  .meta({ id: 'CancellationRequestEventData' });

/**
 * The direction is omitted, because nearly all events concern documents that the organization issued.
 * Imports of documents cause no event.
 */
const withholding = withholdingSummary
  .omit({ direction: true })
  .extend({
    counterpartyRfc: z.string().optional(),
    series: z.string().optional(),
    folio: z.string().optional(),
  })
  .meta({ id: 'WithholdingEventData' });

const fiscalProfile = z
  .strictObject({
    rfc: z.string(),
    legalName: z.string(),
    taxSystem: z.string(),
    postalCode: z.string(),
    iepsTaxpayer: z.boolean().optional(),
    address: shownAddress.optional(),
  })
  .meta({ id: 'FiscalProfileEventData' });

const certificateEvent = certificate
  .omit({ status: true, createdAt: true })
  .meta({ id: 'CertificateEventData' });

const [customer, supplier] = contact.options;
const contactEvent = z
  .discriminatedUnion('kind', [
    customer.omit({ updatedAt: true }),
    supplier.omit({ updatedAt: true }),
  ])
  .meta({ id: 'ContactEventData' });

const deletedContact = z
  .strictObject({ contactId: z.string(), kind: z.enum(['customer', 'supplier']) })
  .meta({ id: 'DeletedContactEventData' });

const productEvent = product
  .omit({ updatedAt: true, stock: true, stockStatus: true })
  .meta({ id: 'ProductEventData' });

const inventory = z
  .strictObject({
    productId: z.string(),
    locationId: z.string(),
    stock: z.number(),
    averageCost: z.number().optional(),
  })
  .meta({ id: 'InventoryEventData' });

const locationEvent = location.omit({ updatedAt: true }).meta({ id: 'LocationEventData' });

const priceOverrideEvent = priceOverride
  .omit({ updatedAt: true })
  .meta({ id: 'PriceOverrideEventData' });

const deletedPriceOverride = z
  .strictObject({ overrideId: z.string() })
  .meta({ id: 'DeletedPriceOverrideEventData' });

const importEvent = z
  .strictObject({
    importId: z.string(),
    kind: importKind,
    state: z.enum(['done', 'failed', 'canceled', 'expired']),
    fileName: z.string(),
    errorCode: importJob.shape.errorCode,
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    notWritten: z.int(),
  })
  .meta({ id: 'ImportEventData' });

const expense = expenseDetail
  .pick({
    documentRef: true,
    description: true,
    expenseCategory: true,
    categoryId: true,
    settlementMode: true,
    paymentForm: true,
    total: true,
    occurredAt: true,
    businessDate: true,
    supplierId: true,
    supplierName: true,
    locationId: true,
    locationName: true,
    dueOn: true,
    notes: true,
    cfdiDocumentRef: true,
    cfdiUuid: true,
    cfdiDifference: true,
    cfdiCanceled: true,
  })
  .extend({
    settledAmount: z.number(),
    settlements: z.array(
      z.strictObject({
        settlementId: z.string(),
        amount: z.number(),
        paidOn: z.iso.date(),
        paymentForm: z.string(),
        reference: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'ExpenseEventData' });

const quoteEvent = quote
  .pick({
    documentRef: true,
    folioNumber: true,
    status: true,
    customerName: true,
    customerId: true,
    customerEmail: true,
    locationId: true,
    settlementTerms: true,
    issueDate: true,
    validUntil: true,
    items: true,
    totals: true,
    revisionNumber: true,
    acceptance: true,
    receiptDocumentRef: true,
  })
  .meta({ id: 'QuoteEventData' });

const receiptLine = salesReceiptDetail.shape.items.element
  .pick({
    lineRef: true,
    productId: true,
    description: true,
    quantity: true,
    unitPrice: true,
    discount: true,
    lineTotal: true,
  })
  .extend({ refundedQuantity: z.number(), refundedAmount: z.number() });

const salesReceipt = salesReceiptDetail
  .pick({
    documentRef: true,
    folio: true,
    status: true,
    saleType: true,
    total: true,
    refundedTotal: true,
    invoiceRequested: true,
    createdAt: true,
    businessDate: true,
    customerId: true,
    customerName: true,
    locationId: true,
    paymentForm: true,
    payments: true,
    settlementTerms: true,
    paymentDueDate: true,
    taxes: true,
    cancelReason: true,
  })
  .extend({
    items: z.array(receiptLine),
    refund: z
      .strictObject({
        documentRef: salesReceiptRefund.shape.documentRef,
        businessDate: z.iso.date(),
        total: z.number(),
        method: z.enum(['cash_back', 'credit']),
        restocked: z.boolean(),
        lines: z.array(
          z.strictObject({
            lineRef: z.string(),
            quantity: z.number().optional(),
            amount: z.number(),
          }),
        ),
      })
      .optional()
      .meta({ description: 'The refund of the event.' }),
  })
  .meta({ id: 'SalesReceiptEventData' });

const employee = z
  .strictObject({
    employeeId: z.string(),
    legalName: z.string(),
    employeeNumber: z.string().optional(),
    status: z.enum(['active', 'terminated', 'deleted']),
  })
  .meta({ id: 'EmployeeEventData' });

const payrollRun = payrollRunSummary
  .pick({
    runId: true,
    state: true,
    kind: true,
    paymentFrequency: true,
    periodStartedOn: true,
    periodEndedOn: true,
    paidOn: true,
  })
  .extend({ totals: z.strictObject({ receiptCount: z.int(), net: z.number() }) })
  .meta({ id: 'PayrollRunEventData' });

const payrollRow = z
  .strictObject({
    rowId: z.string(),
    runId: z.string(),
    employeeId: z.string(),
    state: z.enum(['stamped', 'rejected', 'needs_attention', 'canceled']),
    paidOn: z.iso.date(),
    net: z.number(),
    documentRef: documentRef('cfdi').optional(),
    uuid: z.string().optional(),
  })
  .meta({ id: 'PayrollRowEventData' });

const receivable = z
  .strictObject({
    documentRef: documentRef('cfdi', 'sales_receipt'),
    currency: z.string(),
    fiscalBalance: z.number().meta({
      description: 'Fiscal balance: the total less stamped payment complements, in the currency.',
    }),
    effectiveBalance: z.number().meta({
      description:
        'Effective balance: what remains after all payments, stamped or not, in the currency.',
    }),
    customerId: z.string().optional(),
    paymentDueDate: z.iso.date().optional(),
    plan: z
      .strictObject({
        planId: z.string(),
        state: z.string(),
        settlementTerms: settlementTerms.optional(),
        plannedAt: instant,
        plannedBalance: z.number(),
      })
      .optional(),
  })
  .meta({ id: 'ReceivableEventData' });

const collection = z
  .strictObject({
    documentRef: documentRef('cfdi', 'sales_receipt'),
    kind: z.enum(['installment', 'due_date']),
    dueOn: z.iso.date(),
    currency: z.string(),
    amount: z.number(),
    covered: z.number(),
    open: z.number(),
    status: z.string(),
    customerId: z.string().optional(),
    planId: z.string().optional(),
    installment: z.int().optional(),
  })
  .meta({ id: 'CollectionEventData' });

const transaction = accountTransaction
  .pick({
    transactionId: true,
    side: true,
    occurredOn: true,
    recordedAt: true,
    documentRef: true,
    currency: true,
    amount: true,
    formCode: true,
    reference: true,
    applications: true,
    reversedBy: true,
    contactId: true,
    counterpartyRfc: true,
  })
  .extend({
    kind: z.enum(['payment', 'credit_application']),
    reason: z.string().optional().meta({ description: 'Reason of the reversal.' }),
  })
  .meta({ id: 'TransactionEventData' });

const declaration = declarationDetail
  .pick({
    documentRef: true,
    rfc: true,
    legalName: true,
    operationNumber: true,
    fiscalYear: true,
    period: true,
    periodicity: true,
    declarationType: true,
    complementaryType: true,
    filedAt: true,
    captureLine: true,
    status: true,
    total: true,
    paidAmount: true,
    paymentDate: true,
    dueDate: true,
  })
  .meta({ id: 'DeclarationEventData' });

const opinion = z
  .strictObject({
    documentRef: documentRef('tax_compliance_opinion'),
    rfc: z.string(),
    folio: z.string(),
    result: z.string(),
    issuedAt: instant,
    validUntil: z.iso.date(),
    omissions: z.array(z.strictObject({ description: z.string(), period: z.string().optional() })),
  })
  .meta({ id: 'ComplianceOpinionEventData' });

const syncedSource = satSync.shape.sources.element;

const satSyncEvent = satSync
  .extend({
    state: z.enum(['completed', 'partially_completed', 'failed', 'canceled']),
    sources: z.array(
      syncedSource.omit({ requests: true, nextCheckAt: true }).extend({
        state: z.enum(['completed', 'failed', 'canceled']),
        issues: syncedSource.shape.issues.meta({
          description: 'The first fifty issues; getSatSync has all of them, and the requests.',
        }),
      }),
    ),
  })
  .meta({ id: 'SatSyncEventData' });

/** The reasons why a webhook is disabled. */
export const disabledReasons = ['by_request', 'gone', 'failing', 'access_ended'] as const;

const webhookEvent = z
  .strictObject({
    webhookId: z.string(),
    url: z.string(),
    status: z.enum(['enabled', 'disabled']),
    disabledReason: z.enum(disabledReasons).optional(),
  })
  .meta({ id: 'WebhookEventData' });

const listedParty = z
  .strictObject({
    rfc: z.string(),
    listed: z.boolean().meta({
      description: 'False if the case ended in the taxpayer’s favor or the RFC left the lists.',
    }),
    entries: z.array(
      z.strictObject({
        list: z.enum(['69b', '69']),
        situation: z.string(),
        since: z.iso.date().optional(),
        listed: z.boolean(),
      }),
    ),
    contacts: z.array(
      z.strictObject({ contactId: z.string(), kind: z.string(), legalName: z.string() }),
    ),
    listVersion: z.strictObject({ '69b': z.string(), '69': z.string() }),
  })
  .meta({ id: 'ListedPartyEventData' });

const organizationEvent = organization
  .pick({ organizationId: true, name: true, status: true })
  .meta({ id: 'OrganizationEventData' });

const memberEvent = z
  .strictObject({
    memberId: z.string(),
    email: z.string(),
    role: z.enum(roleNames),
    status: z.enum(['invited', 'active', 'removed']),
  })
  .meta({ id: 'MemberEventData' });

const credentialEvent = credential
  .pick({
    credentialId: true,
    name: true,
    permissions: true,
    status: true,
    parentCredentialId: true,
    rotatedFrom: true,
    expiresAt: true,
    revokedAt: true,
  })
  .meta({ id: 'CredentialEventData' });

const test = z
  .strictObject({ webhookId: z.string(), message: z.string() })
  .meta({ id: 'TestEventData' });

const approvalEvent = approval
  .pick({
    approvalId: true,
    status: true,
    operation: true,
    credentialId: true,
    documentRef: true,
    expiresAt: true,
    decidedBy: true,
    reason: true,
  })
  .meta({ id: 'ApprovalEventData' });

const kinds = <Type extends string, Data extends z.ZodType>(
  permission: Permission,
  data: Data,
  summaries: Record<Type, Text>,
) =>
  Object.fromEntries(
    Object.entries<Text>(summaries).map(([type, summary]) => [
      type,
      { summary, permission, data } satisfies EventType,
    ]),
  ) as Record<Type, EventType & { data: Data }>;

/**
 * Every public event, keyed by its type, `<resource>.<past tense>`. The meaning of a type never changes. The
 * OpenAPI document lists the events as its webhooks. The service that emits an event defines the public form
 * of the event with `publicForm`.
 */
export const publicEvents = {
  ...kinds('invoices:read', cfdi, {
    'cfdi.drafted': { en: 'A draft was made', es: 'Se hizo un borrador' },
    'cfdi.changed': { en: 'A draft was changed', es: 'Se cambió un borrador' },
    'cfdi.deleted': {
      en: 'A draft was deleted; data is its last state',
      es: 'Se borró un borrador; data es su último estado',
    },
    'cfdi.stamped': { en: 'A CFDI was stamped', es: 'Se timbró un CFDI' },
    'cfdi.stamp_failed': {
      en: 'A PAC refused to stamp a draft',
      es: 'Un PAC rechazó timbrar un borrador',
    },
    'cfdi.imported': { en: 'A CFDI was imported from its XML', es: 'Se importó un CFDI de su XML' },
    'cfdi.cancellation_changed': {
      en: 'A cancellation was requested, continues, or was refused',
      es: 'Una cancelación se solicitó, continúa o se rechazó',
    },
    'cfdi.canceled': { en: 'A CFDI was canceled', es: 'Se canceló un CFDI' },
    'cfdi.archived': {
      en: 'A CFDI was archived or unarchived',
      es: 'Se archivó o desarchivó un CFDI',
    },
  }),
  ...kinds('invoices:read', cancellationRequestEvent, {
    'cancellation_request.received': {
      en: 'An issuer asks to cancel a CFDI that you received',
      es: 'Un emisor pide cancelar un CFDI recibido',
    },
    'cancellation_request.settled': {
      en: 'A request to cancel a CFDI that you received is closed',
      es: 'Se cerró una solicitud de cancelación de un CFDI recibido',
    },
  }),
  ...kinds('withholdings:read', withholding, {
    'withholding.drafted': {
      en: 'A draft of a withholding document was made',
      es: 'Se hizo un borrador de retenciones',
    },
    'withholding.changed': {
      en: 'A draft of a withholding document was changed',
      es: 'Se cambió un borrador de retenciones',
    },
    'withholding.deleted': {
      en: 'A draft of a withholding document was deleted',
      es: 'Se borró un borrador de retenciones',
    },
    'withholding.stamped': {
      en: 'A withholding document was stamped',
      es: 'Se timbró un CFDI de retenciones',
    },
    'withholding.stamp_failed': {
      en: 'A PAC refused to stamp a withholding document',
      es: 'Un PAC rechazó timbrar un CFDI de retenciones',
    },
    'withholding.cancellation_changed': {
      en: 'A cancellation was requested or refused',
      es: 'Una cancelación se solicitó o se rechazó',
    },
    'withholding.canceled': {
      en: 'A withholding document was canceled',
      es: 'Se canceló un CFDI de retenciones',
    },
    'withholding.archived': {
      en: 'A withholding document was archived or unarchived',
      es: 'Se archivó o desarchivó un CFDI de retenciones',
    },
  }),
  ...kinds('fiscal:read', fiscalProfile, {
    'fiscal_profile.changed': {
      en: 'The fiscal profile was changed',
      es: 'Cambió el perfil fiscal',
    },
  }),
  ...kinds('fiscal:read', certificateEvent, {
    'certificate.expiring': {
      en: 'A certificate in use expires within 30 days; sent again at 7 and 1',
      es: 'Un certificado en uso vence en 30 días o menos; de nuevo cuando faltan 7 días y 1 día',
    },
  }),
  ...kinds('organization:read', wallet, {
    'wallet.low': {
      en: 'The prepaid balance covers fewer than 50 stamps',
      es: 'El saldo prepagado alcanza para menos de 50 timbres',
    },
  }),
  ...kinds('contacts:read', contactEvent, {
    'contact.changed': {
      en: 'A contact was created or changed',
      es: 'Se creó o cambió un contacto',
    },
  }),
  ...kinds('contacts:read', deletedContact, {
    'contact.deleted': { en: 'A contact was deleted', es: 'Se borró un contacto' },
  }),
  ...kinds('products:read', productEvent, {
    'product.changed': {
      en: 'A product was created, changed, or archived',
      es: 'Se creó, cambió o archivó un producto',
    },
  }),
  ...kinds('products:read', inventory, {
    'inventory.changed': {
      en: 'The stock of a product at a location changed; at most once a second',
      es: 'Cambiaron las existencias de un producto en una sucursal; a lo más una vez por segundo',
    },
    'inventory.negative': {
      en: 'The stock of a product at a location became negative',
      es: 'Las existencias de un producto en una sucursal quedaron negativas',
    },
  }),
  ...kinds('locations:read', locationEvent, {
    'location.changed': {
      en: 'A location was created, changed, or archived',
      es: 'Se creó, cambió o archivó una sucursal',
    },
  }),
  ...kinds('pricing:read', priceOverrideEvent, {
    'price_override.changed': {
      en: 'A price override was created or changed',
      es: 'Se creó o cambió un precio especial',
    },
  }),
  ...kinds('pricing:read', deletedPriceOverride, {
    'price_override.deleted': {
      en: 'A price override was deleted',
      es: 'Se borró un precio especial',
    },
  }),
  ...kinds('imports:manage', importEvent, {
    'import.finished': { en: 'An import ended', es: 'Terminó una importación' },
  }),
  ...kinds('expenses:read', expense, {
    'expense.recorded': { en: 'An expense was recorded', es: 'Se registró un gasto' },
    'expense.changed': { en: 'An expense was changed', es: 'Se cambió un gasto' },
    'expense.settled': {
      en: 'An expense on credit was paid in full or in part',
      es: 'Un gasto a crédito se pagó completo o en parte',
    },
    'expense.cfdi_linked': {
      en: 'The CFDI of an expense was linked, or its link removed',
      es: 'Se vinculó el CFDI de un gasto, o se quitó el vínculo',
    },
    'expense.deleted': {
      en: 'An expense was deleted; data is its last state',
      es: 'Se borró un gasto; data es su último estado',
    },
  }),
  ...kinds('quotes:read', quoteEvent, {
    'quote.published': {
      en: 'A quote or its new revision was published',
      es: 'Se publicó una cotización, o su nueva revisión',
    },
    'quote.accepted': {
      en: 'The customer accepted a quote',
      es: 'El cliente aceptó una cotización',
    },
    'quote.converted': {
      en: 'A quote was paid and became a sales receipt',
      es: 'Una cotización se pagó y es ahora un recibo de venta',
    },
    'quote.expired': { en: 'A quote expired', es: 'Venció una cotización' },
    'quote.canceled': { en: 'A quote was canceled', es: 'Se canceló una cotización' },
  }),
  ...kinds('receipts:read', salesReceipt, {
    'sales_receipt.created': { en: 'A sale was made', es: 'Se hizo una venta' },
    'sales_receipt.refunded': {
      en: 'A sale was refunded in full or in part',
      es: 'Se devolvió una venta, completa o en parte',
    },
    'sales_receipt.canceled': { en: 'A sale was canceled', es: 'Se canceló una venta' },
    'sales_receipt.invoiced': { en: 'A sale was invoiced', es: 'Se facturó una venta' },
    'sales_receipt.global_invoiced': {
      en: 'A sale was included in a global invoice',
      es: 'Una venta quedó en una factura global',
    },
    'sales_receipt.reopened': {
      en: 'The invoice of a sale was canceled; it can be invoiced again',
      es: 'Se canceló la factura de una venta; se puede facturar de nuevo',
    },
  }),
  ...kinds('employees:read', employee, {
    'employee.changed': {
      en: 'An employee was created, changed, terminated, or deleted',
      es: 'Se dio de alta, se modificó, causó baja o se borró un empleado',
    },
  }),
  ...kinds('employees:read', payrollRun, {
    'payroll_run.changed': {
      en: 'A payroll run changed its state',
      es: 'Una corrida de nómina cambió de estado',
    },
    'payroll_run.completed': {
      en: 'All receipts of a payroll run are settled',
      es: 'Todos los recibos de una corrida de nómina tienen su resultado',
    },
  }),
  ...kinds('employees:read', payrollRow, {
    'payroll_row.stamped': {
      en: 'The receipt of a payroll row was stamped',
      es: 'Se timbró un recibo de nómina',
    },
    'payroll_row.rejected': {
      en: 'A PAC refused the receipt of a payroll row',
      es: 'Un PAC rechazó un recibo de nómina',
    },
    'payroll_row.needs_attention': {
      en: 'A payroll receipt needs manual attention',
      es: 'Un recibo de nómina requiere la revisión de una persona',
    },
    'payroll_row.canceled': {
      en: 'The receipt of a payroll row was canceled',
      es: 'Se canceló un recibo de nómina',
    },
  }),
  ...kinds('receivables:read', receivable, {
    'receivable.planned': {
      en: 'A document got its plan of payments',
      es: 'Un documento recibió su plan de pagos',
    },
    'receivable.plan_cleared': {
      en: 'The plan of payments of a document was removed',
      es: 'Se retiró el plan de pagos de un documento',
    },
    'receivable.settled': {
      en: 'A document is fully paid',
      es: 'Un documento quedó pagado por completo',
    },
  }),
  ...kinds('receivables:read', collection, {
    'receivable.due': {
      en: 'A payment that a customer owes is due',
      es: 'Vence hoy un pago que debe un cliente',
    },
    'receivable.overdue': {
      en: 'A payment that a customer owes is overdue',
      es: 'Un pago que debe un cliente está vencido',
    },
  }),
  ...kinds('receivables:read', transaction, {
    'receivable_transaction.recorded': {
      en: 'A customer’s payment was recorded, or credit was applied',
      es: 'Se registró el pago de un cliente, o se aplicó su saldo a favor',
    },
    'receivable_transaction.reversed': {
      en: 'A payment of a customer, or an applied credit, was reversed',
      es: 'Se revirtió el pago de un cliente, o un saldo a favor aplicado',
    },
  }),
  ...kinds('payables:read', transaction, {
    'payable_transaction.recorded': {
      en: 'A payment to a supplier was recorded, or an advance applied',
      es: 'Se registró un pago a un proveedor, o se aplicó un anticipo',
    },
    'payable_transaction.reversed': {
      en: 'A payment to a supplier, or an applied advance, was reversed',
      es: 'Se revirtió un pago a un proveedor, o un anticipo aplicado',
    },
  }),
  ...kinds('sat:read', declaration, {
    'declaration.changed': {
      en: 'A declaration filed at the SAT was found or changed',
      es: 'Se encontró una declaración presentada ante el SAT, o cambió',
    },
  }),
  ...kinds('sat:read', opinion, {
    'compliance_opinion.recorded': {
      en: 'A new compliance opinion of the SAT was found',
      es: 'Se encontró una nueva opinión del cumplimiento del SAT',
    },
  }),
  ...kinds('sat:read', satSyncEvent, {
    'sat_sync.completed': {
      en: 'A synchronization with the SAT has ended; its state shows the result',
      es: 'Terminó una sincronización con el SAT; su estado dice el resultado',
    },
  }),
  ...kinds('sat:read', listedParty, {
    'blacklist.changed': {
      en: 'A contact or an issuer of received CFDI was added to list 69 or 69-B, changed there, or removed',
      es: 'Un contacto o un emisor de CFDI recibidos entró a la lista 69 o 69-B, cambió en ella o salió de ella',
    },
  }),
  ...kinds('organization:read', organizationEvent, {
    'organization.changed': { en: 'The organization was changed', es: 'Cambió la organización' },
    'organization.archived': {
      en: 'The organization was archived: it cannot change any more',
      es: 'Se archivó la organización: ya no puede cambiar',
    },
    'organization.restored': {
      en: 'The organization was restored',
      es: 'Se restauró la organización',
    },
  }),
  ...kinds('organization:read', sandboxClock, {
    'sandbox_clock.advanced': {
      en: 'The clock of the organization was advanced; in a sandbox only',
      es: 'Se adelantó el reloj de la organización; solo en un sandbox',
    },
  }),
  ...kinds('members:read', memberEvent, {
    'member.invited': {
      en: 'A person was invited, or invited again',
      es: 'Se invitó a una persona, o se le invitó de nuevo',
    },
    'member.joined': {
      en: 'A person accepted an invitation',
      es: 'Una persona aceptó una invitación',
    },
    'member.changed': {
      en: 'A member or an invited person got another role',
      es: 'Un miembro o una persona invitada recibió otro rol',
    },
    'member.removed': {
      en: 'A member left or was removed, or an invitation was withdrawn',
      es: 'Un miembro salió o se le quitó, o se retiró una invitación',
    },
  }),
  ...kinds('credentials:read', credentialEvent, {
    'credential.created': { en: 'A credential was created', es: 'Se creó una credencial' },
    'credential.rotated': {
      en: 'A credential was replaced by a new credential',
      es: 'Se creó una credencial que sustituye a otra',
    },
    'credential.expiring': {
      en: 'A credential expires within 14 days; sent again at 3',
      es: 'Una credencial vence en 14 días o menos, y de nuevo en 3',
    },
    'credential.expired': { en: 'A credential expired', es: 'Venció una credencial' },
    'credential.revoked': {
      en: 'A credential was revoked, or the credential that created it',
      es: 'Se revocó una credencial, o la credencial que la creó',
    },
    'credential.exposed': {
      en: 'A credential was revoked because its key was found in public',
      es: 'Se revocó una credencial porque su llave apareció en público',
    },
  }),
  ...kinds('approvals:read', approvalEvent, {
    'approval.requested': {
      en: 'A credential proposed an irreversible action, which waits for approval',
      es: 'Una credencial propuso una acción irreversible, que espera aprobación',
    },
    'approval.approved': {
      en: 'An action was approved and performed',
      es: 'Una acción se aprobó y se realizó',
    },
    'approval.failed': {
      en: 'An action was approved, but its operation was refused',
      es: 'Una acción se aprobó, pero su operación se rechazó',
    },
    'approval.rejected': { en: 'An action was rejected', es: 'Se rechazó una acción' },
    'approval.expired': {
      en: 'An action was not decided in time',
      es: 'No se decidió a tiempo sobre una acción',
    },
  }),
  ...kinds('webhooks:read', webhookEvent, {
    'webhook.disabled': {
      en: 'An endpoint was disabled; sent to all other endpoints',
      es: 'Un endpoint ya no recibe eventos; se envía a los demás endpoints',
    },
    'webhook.enabled': {
      en: 'An endpoint gets events again',
      es: 'Un endpoint recibe eventos de nuevo',
    },
  }),
  ...kinds('webhooks:read', test, {
    'webhook.test': {
      en: 'Test event that testWebhook sends to one endpoint',
      es: 'Evento de prueba que testWebhook envía a un endpoint',
    },
  }),
};

export type EventName = keyof typeof publicEvents;

/** The entries of `publicEvents` as a list. */
export const eventTypes = Object.entries<EventType>(publicEvents).map(([type, rest]) => ({
  type: type as EventName,
  ...rest,
}));

/** The groups that a subscription can refer to with `.*`, such as `cfdi` and `sales_receipt`. */
export const eventGroups = [...new Set(eventTypes.map(({ type }) => firstIn(type.split('.'))))];

/** Members that the envelope of every event has. The OpenAPI document describes them only once. */
const envelope = {
  id: z.string().meta({
    id: 'EventId',
    description: 'Identifier of the event, also in the header webhook-id; drop repeated events.',
  }),
  environment: z
    .enum(['production', 'sandbox'])
    .meta({ id: 'EventEnvironment', description: '`production` or `sandbox`.' }),
  apiVersion: z.literal('v1').meta({
    id: 'EventApiVersion',
    description: 'Version of the API in which `data` is written.',
  }),
  aggregateVersion: z.int().meta({
    id: 'EventAggregateVersion',
    description: 'Drop events of a resource below the highest version received.',
  }),
  truncated: z
    .literal(true)
    .meta({
      id: 'EventTruncated',
      description: 'True if `data` would exceed 20 kB and therefore has only identifiers.',
    })
    .optional(),
};

/**
 * Returns the schema of an event with its envelope: the body of the webhook request, and the response of
 * getEvent.
 */
export const eventOf = (type: z.ZodType<string>, data: z.ZodType) =>
  z.strictObject({
    id: envelope.id,
    type: type.meta({ description: 'Type of the event.' }),
    timestamp: instant.meta({ description: 'When it happened.' }),
    organizationId: z.string(),
    environment: envelope.environment,
    apiVersion: envelope.apiVersion,
    aggregateVersion: envelope.aggregateVersion,
    data,
    truncated: envelope.truncated,
  });

/** GET /v1/events/{eventId} */
export const event = eventOf(
  z.string(),
  z.looseObject({}).meta({ description: 'See the webhook of its type in this document.' }),
).meta({ id: 'Event' });
