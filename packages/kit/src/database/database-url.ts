import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/** All but `disable` verify the certificate and its host name: half a verification protects nobody. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];
const known = ['sslmode', ...fileParameters];

/** What is wrong with the parameters of a URL; one that nobody reads would protect only on paper. */
function faultsOf({ searchParams, hostname }: URL): string[] {
  return [...searchParams].flatMap(([name, value]) => {
    if (!known.includes(name)) return `${name} is not read; what can follow ? is ${known.join()}`;
    if (name === 'sslmode') {
      if (!sslModes.includes(value)) return `sslmode must be one of ${sslModes.join()}`;
      // pg verifies the certificate of an address as that of localhost.
      const isVerifiable = value === 'disable' || isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
      return isVerifiable ? [] : 'with TLS the host must be a name';
    }
    return isReadable(value) ? [] : `${name}: the file ${value} cannot be read`;
  });
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** `require` and `verify-ca` by the name of what they do here, which is also what pg does. */
function named(text: string): string {
  const url = new URL(text);
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && mode !== 'disable') url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/**
 * A setting with the URL of a database. TLS is asked for after its `?` or by PGSSLMODE, and is then
 * what every connection of the process has: of requests, jobs, commands and migrations.
 */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, abort: true })
  .superRefine((text, { addIssue }) =>
    faultsOf(new URL(text)).forEach((message) => addIssue({ code: 'custom', message })),
  )
  .transform(named);
