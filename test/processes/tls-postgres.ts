import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, withClient } from '../../scripts/runtime/databases.mjs';
import { startPostgres } from '../../scripts/runtime/postgres.mjs';
import { newAuthority, newServerCertificate, type Authority } from './tls-authority';

/** A PostgreSQL server that accepts only encrypted connections. */
export interface TlsPostgres {
  /** The URLs for the roles of commerce, with the host localhost and without parameters. */
  urls: { ownerUrl: string; appUrl: string; systemUrl: string };
  /** The file with the CA certificate that issued the server certificate. */
  authorityFile: string;
  /** The file with a CA certificate that did not issue the server certificate. */
  strangerFile: string;
  /**
   * Returns the client connections of the server, each with a flag that states whether the
   * connection uses TLS.
   */
  connections(): Promise<{ name: string; ssl: boolean }[]>;
  /**
   * Makes the server present a certificate for this host to new connections. The default
   * certificate is for localhost.
   */
  present(name: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startTlsPostgres(): Promise<TlsPostgres> {
  const server = await startPostgres({ keep: false });
  const dir = mkdtempSync(join(tmpdir(), 'timbre-tls-'));
  const [authority, stranger] = [await newAuthority('Ours'), await newAuthority('Stranger')];
  const write = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const authorityFile = write('authority.pem', authority.certificate.toString('pem'));
  const strangerFile = write('stranger.pem', stranger.certificate.toString('pem'));
  const urls = await createDatabase(server.url.replace('127.0.0.1', 'localhost'), 'commerce');
  const present = (name: string) =>
    withClient(adminUrl, async (admin) => {
      const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
      await enableTls(rows[0]!.data_directory, authority, name);
      await admin.query('alter system set ssl = on');
      await admin.query('select pg_reload_conf()');
    });
  // The first connection of the test is not encrypted. Later connections use TLS without a check of
  // the host name.
  let adminUrl = server.url;
  await present('localhost');
  adminUrl += `?sslmode=no-verify`;
  return {
    urls,
    authorityFile,
    strangerFile,
    present,
    connections: () =>
      withClient(adminUrl, async (client) => {
        const { rows } = await client.query<{ name: string; ssl: boolean }>(
          `select distinct application_name as name, ssl from pg_stat_activity
           join pg_stat_ssl using (pid) where usename like 'commerce%' order by 1`,
        );
        return rows;
      }),
    async stop() {
      await server.stop();
      rmSync(dir, { recursive: true });
    },
  };
}

/**
 * Writes the key, the certificate and the rule that rejects unencrypted connections. The server
 * reads these files at its next reload.
 */
async function enableTls(data: string, authority: Authority, name: string): Promise<void> {
  const { certificate, key } = await newServerCertificate(authority, name);
  const { uid, gid } = statSync(data);
  const own = (name: string, text: string) => {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  };
  own('server.crt', certificate.toString('pem'));
  own('server.key', key);
  own('pg_hba.conf', 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
}
