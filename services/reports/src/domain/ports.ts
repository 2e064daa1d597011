/** Reads all documents of an organization from the services that own them, for a rebuild. */
export interface Owners<Context, Cfdi, TaxFacts, Receipt, Expense, Debt> {
  /** Returns the next documents, sorted by identifier; an empty list after the last document. */
  cfdi(context: Context, afterId: string | undefined): Promise<readonly Cfdi[]>;
  /**
   * Returns the next declarations, sorted by identifier; the first page also includes the tax
   * profiles.
   */
  taxFacts(context: Context, afterId: string | undefined): Promise<TaxFacts>;
  receipts(context: Context, afterId: string | undefined): Promise<readonly Receipt[]>;
  expenses(context: Context, afterId: string | undefined): Promise<readonly Expense[]>;
  /** Returns the next debts, sorted by reference. */
  debts(context: Context, afterRef: string | undefined): Promise<readonly Debt[]>;
}

/** Prints reports in the style of the organization's documents. */
export interface ReportPaper<Context, Printed> {
  /**
   * Prints a report as a PDF.
   * @throws Refusal conflict fiscal_profile_missing
   */
  print(context: Context, report: Printed): Promise<Uint8Array>;
}
