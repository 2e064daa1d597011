/**
 * Sends a request to the server manager of this Jest run (scripts/runtime/test-servers.mjs, started by
 * jest.config.cjs). The first request for PostgreSQL or NATS starts that server.
 */
export async function ask<Answer>(name: string, input: Record<string, unknown> = {}) {
  const servers = process.env.TIMBRE_TEST_SERVERS;
  if (servers === undefined) {
    throw new Error(
      'TIMBRE_TEST_SERVERS is not set: run tests with the jest.config.cjs at the root',
    );
  }
  const response = await fetch(`${servers}/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as Answer & { error?: string };
  if (!response.ok) throw new Error(`${name}: ${answer.error}`);
  return answer;
}

/**
 * Returns the URL of a superuser on the PostgreSQL server of the run. The server is shared, so each test must
 * use its own database names.
 */
export async function postgresUrl(): Promise<string> {
  return (await ask<{ url: string }>('postgres')).url;
}

/**
 * Returns the URL of the NATS server of the run, with JetStream. All test files share the server, so each
 * test must use its own stream names.
 */
export async function natsUrl(): Promise<string> {
  return (await ask<{ url: string }>('nats')).url;
}
