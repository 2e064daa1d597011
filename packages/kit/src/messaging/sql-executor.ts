/** The part of a database transaction that messaging needs. `$1` refers to the first value. */
export interface SqlExecutor {
  rows(sql: string, values: unknown[]): Promise<unknown[]>;
}
