import type { CertifiedInvoice, ComplementDraft } from './complement';
import type { AnnouncedCfdi } from './facts';
import type { Side } from './open-item';
import type { printedStatement } from './printed-statement';

/** A CFDI in its present state. */
export interface PresentCfdi extends AnnouncedCfdi {
  /** Sent to a PAC, with an outcome that is not known yet. */
  stampInDoubt?: boolean | undefined;
}

/** A contact whose documents are read. Documents that name no contact are found by its RFC and the side. */
export interface NamedContact {
  id: string;
  rfc: string | undefined;
  side: Side;
}

/** The owner of CFDI, for documents whose events may not have arrived. */
export interface FiscalDocuments<Context> {
  /** Undefined if there is none. */
  find(context: Context, cfdiId: string): Promise<PresentCfdi | undefined>;
  /**
   * The versions of stamped CFDI, of the newest invoices of the contact, and of the complements and credit
   * notes that name them.
   */
  openItems(
    context: Context,
    named: { cfdiIds: string[]; contact: NamedContact | undefined },
  ): Promise<readonly { cfdiId: string; version: number }[]>;
}

/** The owner of contacts, for contacts whose event has not arrived. */
export interface Contacts<Context, Contact> {
  /** Undefined if there is none. */
  find(context: Context, contactId: string): Promise<Contact | undefined>;
}

/** The owner of expenses and of sales receipts, for documents whose events may not have arrived. */
export interface SoldAndBought<Context, Expense, Receipt> {
  /**
   * The named documents, and the documents of the contact that changed last; unknown and deleted documents
   * are left out.
   */
  read(
    context: Context,
    named: { expenseIds: string[]; receiptIds: string[]; contactId: string | undefined },
  ): Promise<{ expenses: readonly Expense[]; receipts: readonly Receipt[] }>;
  /**
   * Undoes settlements of an expense; a repeated request changes nothing more.
   * @returns the expense as it is then @throws Refusal conflict already_reversed
   */
  reverse(
    context: Context,
    undone: { expenseId: string; settlementIds: string[]; reason: string; requestKey: string },
  ): Promise<Expense>;
  /**
   * Prevents that an action begins under these fences or earlier ones; when it resolves, the actions that had
   * begun have ended.
   */
  endFences(
    context: Context,
    fences: readonly { subject: string; number: number }[],
  ): Promise<void>;
}

/**
 * The owners of the documents from which the ledger follows; a rebuild reads all documents of an
 * organization.
 */
export interface OwnedDocuments<Context, Expense, Receipt> {
  /** The next ones by identifier; empty after the last. */
  cfdi(context: Context, afterId: string | undefined): Promise<readonly AnnouncedCfdi[]>;
  /** Deleted documents are left out. */
  expenses(context: Context, afterId: string | undefined): Promise<readonly Expense[]>;
  receipts(context: Context, afterId: string | undefined): Promise<readonly Receipt[]>;
}

/** Prints in the style of the organization's fiscal documents. */
export interface StatementPaper<Context> {
  /** @returns a PDF */
  print(context: Context, statement: ReturnType<typeof printedStatement>): Promise<Uint8Array>;
}

/** A draft as its maker has answered it. */
export interface DraftedComplement {
  /** `cfdi:<id>` */
  documentRef: string;
  /** Digest of its content; absent for old drafts. */
  version: string | undefined;
}

/** The maker of payment complements. */
export interface PaymentComplements<Context> {
  /** The present place of each invoice in the row of its complements. @throws Refusal validation_error */
  suggest(
    context: Context,
    customerId: string,
    invoices: readonly { uuid: string; amount: string }[],
  ): Promise<CertifiedInvoice[]>;
  /**
   * Drafts a complement, or replaces the draft with this reference.
   */
  draft(
    context: Context,
    draft: ComplementDraft,
    replaced: string | null,
  ): Promise<DraftedComplement>;
  /**
   * Stamps the draft as it was made; the same key stamps it once.
   * @throws Refusal conflict document_changed if somebody has changed it since
   */
  stamp(context: Context, drafted: DraftedComplement): Promise<void>;
  /** Deletes the draft. @throws Refusal not_found; conflict if it is no draft any more */
  remove(context: Context, documentRef: string): Promise<void>;
}
