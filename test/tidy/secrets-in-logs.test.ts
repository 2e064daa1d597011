import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiLogDir,
  created,
  mintedFiles,
  newDraft,
  setUpIssuer,
  startApi,
  type Api,
} from '@timbre/testkit/client';
import { operations } from '../../gateway/src/edge/operations';
import { services } from '../../scripts/runtime/services.mjs';
import { bodies } from '../api/request-examples';
import { until } from '../api/until';
import { secretBodies, withValue } from './secret-members';

let api: Api;
let secrets: Record<string, string>;
/** The response statuses of each operation to bodies with a secret. */
let statuses: Record<string, number[]>;
beforeAll(async () => {
  api = await startApi();
  secrets = await plantSecrets(api);
  statuses = await plantEverywhere(api);
});

/** Sends a unique word to every operation in each field that accepts a secret. */
async function plantEverywhere(by: Api): Promise<Record<string, number[]>> {
  const answered: Record<string, number[]> = {};
  for (const { id, members } of secretBodies) {
    const { method, path } = operations.find((row) => row.id === id)!;
    const filled = path.replaceAll(/\{\w+\}/g, randomUUID());
    for (const member of members) {
      const word = (secrets[`${id} ${member}`] = `oculto-${randomUUID()}`);
      const body = withValue(bodies[id], member, word);
      const { status } = await by.request(method, filled, { body });
      (answered[id] ??= []).push(status);
    }
  }
  return answered;
}

/** Sends secrets to every operation that accepts them, in valid and invalid bodies. */
async function plantSecrets(by: Api): Promise<Record<string, string>> {
  const passphrase = `frase-${randomUUID()}`;
  await setUpIssuer(by);
  const files = await mintedFiles(by, { passphrase });
  const upload = (changes: object) =>
    by.request('POST', '/v1/fiscal/certificates', { body: { ...files, ...changes } });
  await upload({});
  await upload({ passphrase: `mal-${passphrase}` });
  await upload({ certificate: files.privateKey });
  await upload({ privateKey: 7, passphrase: [passphrase] });
  const asked = { name: 'Secreta', permissions: ['invoices:read'] };
  const { apiKey } = await created(by, '/v1/credentials', asked);
  const holder = by.withApiKey(apiKey as string);
  const path = `/v1/cfdi/${await newDraft(by)}`;
  await holder.request('GET', path);
  await holder.request('DELETE', path);
  const stranger = `${(apiKey as string).slice(0, -1)}?`;
  await by.withApiKey(stranger).request('GET', '/v1/cfdi');
  await by.request('GET', `/v1/contacts?${apiKey as string}=1`);
  const key = { passphrase, privateKey: files.privateKey, apiKey: apiKey as string, stranger };
  return { ...key, ...(await plantPerson(by)) };
}

/**
 * Sends the data of a person in valid bodies, in invalid bodies, and in bodies that the database
 * rejects.
 */
async function plantPerson(by: Api): Promise<Record<string, string>> {
  const person = {
    rfc: 'GOLA850312AB1',
    curp: 'GOLA850312MDFMPN03',
    socialSecurityNumber: '12345678903',
    bankAccount: '002010077777777771',
  };
  const add = (changes: object) =>
    by.request('POST', '/v1/employees', {
      body: { legalName: 'ADRIANA GOMEZ LARA', employeeNumber: 'S-1', ...person, ...changes },
    });
  await add({});
  await add({});
  await add({ curp: [person.curp], rfc: { is: person.rfc }, bankAccount: 7 });
  await add({ curp: `${person.curp}9`, socialSecurityNumber: `${person.socialSecurityNumber}-` });
  return person;
}

/**
 * Returns pieces of a secret, which must not appear in logs, because logs may truncate or encode
 * secrets.
 */
const piecesOf = (secret: string): string[] => {
  const from = Math.max(0, secret.length - 49);
  return [secret.slice(from, from + 24), Buffer.from(secret).toString('base64').slice(0, 32)];
};

describe('an operation that accepts a secret', () => {
  it.each(secretBodies)(
    'an operation that accepts a secret was called with a secret in each of its fields: $id',
    ({ id, members }) => {
      expect(statuses[id]).toHaveLength(members.length);
      expect(statuses[id]!.filter((status) => status >= 500)).toEqual([]);
    },
  );
});

describe('the logs of every process', () => {
  it('the logs of every process exist and mention the requests', async () => {
    const dir = await apiLogDir();
    const logs = readdirSync(dir);
    expect(logs).toEqual(expect.arrayContaining(services.map(({ name }) => `${name}.log`)));
    expect(readFileSync(join(dir, 'gateway.log'), 'utf8')).toContain('"name":"gateway"');
  });

  it('the logs of every process contain no secret of any request', async () => {
    const dir = await apiLogDir();
    const found = async () => {
      const text = readdirSync(dir)
        .map((file) => readFileSync(join(dir, file), 'utf8'))
        .join('\n');
      const planted = Object.entries(secrets).filter(([, secret]) =>
        piecesOf(secret).some((piece) => text.includes(piece)),
      );
      const shaped = ['timbre_test_', 'PRIVATE KEY', 'Bearer '].filter((word) =>
        text.includes(word),
      );
      return [...planted.map(([name]) => name), ...shaped];
    };
    // A process may write its log after its response, so the test waits.
    expect(await until(2_000, found, (names) => names.length > 0)).toEqual([]);
  });
});
