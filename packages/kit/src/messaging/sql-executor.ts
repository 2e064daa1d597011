/** The part of a database transaction that messaging needs. `$1` stands for the first value. */
export interface SqlExecutor {
  rows(sql: string, values: unknown[]): Promise<unknown[]>;
}
