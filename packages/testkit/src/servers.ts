/**
 * Sends a request to the servers of this jest run (scripts/runtime/test-servers.mjs, started by
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
 * The URL of a superuser on the run's PostgreSQL server. The server is shared, so each test must name its own
 * databases.
 */
export async function postgresUrl(): Promise<string> {
  return (await ask<{ url: string }>('postgres')).url;
}

/**
 * The URL of the run's NATS server with JetStream. All test files share it, so each test must name its own
 * streams.
 */
export async function natsUrl(): Promise<string> {
  return (await ask<{ url: string }>('nats')).url;
}
