/** The part of a database transaction that messaging needs. Each `?` stands for one parameter. */
export interface SqlExecutor {
  execute(sql: string, params: unknown[]): Promise<unknown[]>;
}
