import type { CertifiedInvoice, ComplementDraft } from './complement';
import type { AnnouncedCfdi } from './facts';
import type { Side } from './open-item';
import type { printedStatement } from './printed-statement';

/** A CFDI in the current state of fiscal-cfdi. */
export interface PresentCfdi extends AnnouncedCfdi {
  /** Whether the document was sent to a PAC and the result of the stamp is not known yet. */
  stampInDoubt?: boolean | undefined;
}

/**
 * A contact whose documents accounts reads from another service. Documents without a contact are
 * found by the contact's RFC and side (customer or supplier).
 */
export interface NamedContact {
  id: string;
  rfc: string | undefined;
  side: Side;
}

/**
 * Reads the current state of CFDI from fiscal-cfdi, because events of the CFDI may not have arrived
 * yet.
 */
export interface FiscalDocuments<Context> {
  /** Returns undefined if fiscal-cfdi does not have the CFDI. */
  find(context: Context, cfdiId: string): Promise<PresentCfdi | undefined>;
  /**
   * Reads stamped CFDI with their versions: the newest invoices of the contact, and the complements and
   * credit notes that name them.
   */
  openItems(
    context: Context,
    named: { cfdiIds: string[]; contact: NamedContact | undefined },
  ): Promise<readonly { cfdiId: string; version: number }[]>;
}

/** Reads contacts from commerce, because the events of the contacts may not have arrived yet. */
export interface Contacts<Context, Contact> {
  /** Returns undefined if commerce does not have the contact. */
  find(context: Context, contactId: string): Promise<Contact | undefined>;
}

/**
 * Reads expenses and sales receipts from commerce, because their events may not have arrived yet.
 */
export interface SoldAndBought<Context, Expense, Receipt> {
  /**
   * Reads the documents with the given references, and the documents of the contact that were
   * changed last. Unknown and deleted documents are left out of the result.
   */
  read(
    context: Context,
    named: { expenseIds: string[]; receiptIds: string[]; contactId: string | undefined },
  ): Promise<{ expenses: readonly Expense[]; receipts: readonly Receipt[] }>;
  /**
   * Reverses settlements of an expense. A repeated call with the same request changes nothing.
   * @returns the expense after the reversal
   * @throws Refusal conflict already_reversed if the settlement was reversed before
   */
  reverse(
    context: Context,
    undone: { expenseId: string; settlementIds: string[]; reason: string; requestKey: string },
  ): Promise<Expense>;
  /**
   * Ends the given fences and all older fences with the same subjects. After this call, commerce
   * begins no action that relies on one of these fences. The promise resolves when all actions that
   * relied on the fences have ended.
   */
  endFences(
    context: Context,
    fences: readonly { subject: string; number: number }[],
  ): Promise<void>;
}

/**
 * Reads all documents of an organization from the services that own them, for a rebuild of the
 * ledger.
 */
export interface OwnedDocuments<Context, Expense, Receipt> {
  /**
   * Returns the next documents, sorted by identifier; returns an empty list after the last
   * document.
   */
  cfdi(context: Context, afterId: string | undefined): Promise<readonly AnnouncedCfdi[]>;
  /** Deleted expenses and receipts are left out. */
  expenses(context: Context, afterId: string | undefined): Promise<readonly Expense[]>;
  receipts(context: Context, afterId: string | undefined): Promise<readonly Receipt[]>;
}

/** Prints statements in the style of the organization's fiscal documents. */
export interface StatementPaper<Context> {
  /**
   * Prints a statement of account.
   * @returns a PDF
   */
  print(context: Context, statement: ReturnType<typeof printedStatement>): Promise<Uint8Array>;
}

/** A draft of a payment complement, as fiscal-cfdi returned it. */
export interface DraftedComplement {
  /** The reference of the complement, `cfdi:<id>`. */
  documentRef: string;
  /** The digest of the draft's content; old drafts have no digest. */
  version: string | undefined;
}

/** Creates, stamps and deletes payment complements in fiscal-cfdi. */
export interface PaymentComplements<Context> {
  /**
   * Returns the next installment number and the previous balance of each invoice.
   * @throws Refusal validation_error if fiscal-cfdi refuses the invoices
   */
  suggest(
    context: Context,
    customerId: string,
    invoices: readonly { uuid: string; amount: string }[],
  ): Promise<CertifiedInvoice[]>;
  /**
   * Drafts a complement, or replaces the draft that has this reference.
   */
  draft(
    context: Context,
    draft: ComplementDraft,
    replaced: string | null,
  ): Promise<DraftedComplement>;
  /**
   * Stamps the draft if its content has not changed since it was drafted. If the call is repeated with
   * the same idempotency key, fiscal-cfdi does not stamp a second time.
   * @throws Refusal conflict document_changed if the content of the draft has changed since it was
   * made
   */
  stamp(context: Context, drafted: DraftedComplement): Promise<void>;
  /**
   * Deletes the draft of the complement.
   * @throws Refusal not_found if the document does not exist, or conflict if it is no longer a draft
   */
  remove(context: Context, documentRef: string): Promise<void>;
}
