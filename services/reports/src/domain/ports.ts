/** Reads all documents of an organization from the services that own them, for a rebuild. */
export interface Owners<Context, Cfdi, TaxFacts, Receipt, Expense, Debt> {
  /**
   * Returns the next documents in a list sorted by identifier; returns an empty list after the last
   * document.
   */
  cfdi(context: Context, afterId: string | undefined): Promise<readonly Cfdi[]>;
  /**
   * Returns the next declarations in a list sorted by identifier; the first page also includes the tax
   * profiles.
   */
  taxFacts(context: Context, afterId: string | undefined): Promise<TaxFacts>;
  receipts(context: Context, afterId: string | undefined): Promise<readonly Receipt[]>;
  expenses(context: Context, afterId: string | undefined): Promise<readonly Expense[]>;
  /** Returns the next debts of customers in a list sorted by reference. */
  debts(context: Context, afterRef: string | undefined): Promise<readonly Debt[]>;
}

/** Prints reports in the style of the organization's documents. */
export interface ReportPaper<Context, Printed> {
  /**
   * Prints a report as a PDF.
   * @throws Refusal conflict fiscal_profile_missing if the organization has no fiscal profile
   */
  print(context: Context, report: Printed): Promise<Uint8Array>;
}
