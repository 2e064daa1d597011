import { query, type CallContext, type Reader } from '@timbre/kit';

const nil = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the SQL texts that a read operation would send. In this function, every SQL statement
 * returns no row.
 */
export function textsOfRead(work: (read: Reader) => Promise<unknown>): string[] {
  const texts: string[] = [];
  const statements = {
    query({ text }: { text: string }) {
      texts.push(text);
      return Promise.resolve({ rows: [] });
    },
  };
  const runtime = { statements, pool: statements, now: () => new Date(0) };
  const context = { organizationId: nil } as CallContext;
  const operation = query((read) => work(read).then(() => Buffer.of()));
  // A read operation sends its text before it awaits anything, and the response has no row.
  void operation.run(runtime as never, context, undefined).catch(() => undefined);
  return texts;
}
