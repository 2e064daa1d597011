/** What payroll asks of fiscal-cfdi about the organization. `Context` is who asks. */
export interface FiscalIdentity<Context> {
  /** The employer's RFC; undefined while there is no fiscal profile.
   * @throws when fiscal-cfdi cannot be reached */
  employerRfc(context: Context): Promise<string | undefined>;
}
