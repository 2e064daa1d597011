/** The services that own the counted documents; a rebuild reads all documents of an organization. */
export interface Owners<Context, Cfdi, TaxFacts, Receipt, Expense, Debt> {
  /** The next ones by identifier; empty after the last. */
  cfdi(context: Context, afterId: string | undefined): Promise<readonly Cfdi[]>;
  /** The same; the first page has the tax profiles. */
  taxFacts(context: Context, afterId: string | undefined): Promise<TaxFacts>;
  receipts(context: Context, afterId: string | undefined): Promise<readonly Receipt[]>;
  expenses(context: Context, afterId: string | undefined): Promise<readonly Expense[]>;
  /** The next ones by reference. */
  debts(context: Context, afterRef: string | undefined): Promise<readonly Debt[]>;
}

/** Prints a report with the look of the organization's documents. */
export interface ReportPaper<Context, Printed> {
  /** @throws Refusal conflict fiscal_profile_missing */
  print(context: Context, report: Printed): Promise<Uint8Array>;
}
