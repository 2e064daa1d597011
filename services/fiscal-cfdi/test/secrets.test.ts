import { callContext, testPool, withKey } from '@timbre/testkit';
import { verifyCadena } from '@timbre/cfdi';
import {
  createLogger,
  createRun,
  type CallContext,
  rewrapSecrets,
  secretsOfOrganizations,
  localKms,
  secretBox,
} from '@timbre/kit';
import type { Pool } from 'pg';
import type { MintedCertificate } from '../src/domain/ports';
import { createSandboxCertificate } from '../src/operations/create-sandbox-certificate';
import { deleteCertificate } from '../src/operations/delete-certificate';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { createSigner } from '../src/providers/signer';
import { activeSigningKey } from '../src/store/stamping/signing-keys';
import { keyFile, organizationWithProfile, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

const oldKeys = { one: Buffer.alloc(32, 1).toString('base64') };
const newKeys = { ...oldKeys, two: Buffer.alloc(32, 2).toString('base64') };
const boxOf = (ids: string[], keys: Record<string, string>) =>
  secretBox(localKms(keyFile(ids, keys)));

let service: FiscalCfdi;
let system: Pool;
beforeAll(async () => {
  service = await startFiscalCfdi({ secrets: boxOf(['one'], oldKeys) });
  system = testPool(service.database.systemUrl, 1);
});
afterAll(async () => {
  await system.end();
  await service.close();
});

/** Returns every row of every table, as text. */
async function textOfAllTables(): Promise<string> {
  const tables = await service.rows<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const sql = tables.map(({ name }) => `select to_jsonb(t)::text as row from ${name} t`);
  const rows = await service.rows<{ row: string }>(sql.join(' union all '));
  return rows.map(({ row }) => row).join('\n');
}

async function withCsd() {
  const context = await organizationWithProfile(service);
  const files = await service.authority.mint();
  const { certificateId } = await service.answer(uploadCertificate, context, files);
  return { context, files, certificateId: certificateId as string };
}

const storedKey = (context: CallContext) =>
  createRun(service.runtime, context).step((tx) => activeSigningKey(tx));

describe('a stored key', () => {
  it('a stored key is not in plain text in any column of any table', async () => {
    const { files, context } = await withCsd();
    const all = await textOfAllTables();
    const key = Buffer.from(files.privateKey, 'base64');
    expect(all).toContain(context.organizationId);
    for (const form of [files.privateKey, key.toString('hex'), files.passphrase]) {
      expect(all).not.toContain(form.slice(0, 60));
    }
    expect(all).not.toContain(Buffer.from(files.passphrase).toString('hex'));
  });

  it('a stored key makes seals that its certificate verifies', async () => {
    const { files, context } = await withCsd();
    const key = await createSigner(boxOf(['one'], oldKeys)).open(await storedKey(context));
    expect(key.certificateNumber).toBe(files.number);
    expect(key.certificateBase64).toBe(files.certificate);
    const sello = key.sealCadena('||4.0|ñ||');
    expect(verifyCadena('||4.0|ñ||', sello, files.key)).toBe(true);
    expect(Object.values(key).filter((value) => typeof value === 'object')).toEqual([]);
  });

  it('a stored key cannot be decrypted under the identifiers of another owner', async () => {
    const stored = await storedKey((await withCsd()).context);
    const other = await storedKey((await withCsd()).context);
    const box = boxOf(['one'], oldKeys);
    const { organizationId, secretId } = other.secret;
    await expect(box.open({ ...stored.secret, organizationId })).rejects.toThrow();
    await expect(box.open({ ...stored.secret, secretId })).rejects.toThrow();
    await expect(box.open({ ...stored.secret, version: 2 })).rejects.toThrow();
    await expect(
      box.open({ ...stored.secret, ciphertext: other.secret.ciphertext }),
    ).rejects.toThrow();
    await expect(box.open(stored.secret)).resolves.toBeInstanceOf(Buffer);
  });

  it('a stored key is deleted with its certificate', async () => {
    const { context, certificateId } = await withCsd();
    await service.answer(deleteCertificate, context, { certificateId });
    await expect(storedKey(context)).rejects.toMatchObject({
      details: { reason: 'certificate_missing' },
    });
  });

  it('a stored key does not seal after its certificate has expired', async () => {
    const { context } = await withCsd();
    service.setClock('2030-01-01T00:00:01Z');
    await expect(storedKey(context)).rejects.toMatchObject({
      details: { reason: 'certificate_expired' },
    });
    service.setClock('2026-11-21T15:00:00Z');
  });
});

describe('a test certificate of a sandbox', () => {
  const keyed = () => withKey(callContext(), 'POST /v1/sandbox/certificates');
  const request = { kind: 'csd', rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE' };
  const mint = async (context: CallContext) => {
    const { certificate, privateKey, passphrase, number } = await service.authority.mint();
    const value = {
      certificateNumber: number,
      certificate,
      privateKey,
      passphrase,
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2030-01-01T00:00:00.000Z',
    };
    const authority = {
      scenarios: () => Promise.resolve({ outcome: 'done' as const, value: [] }),
      switchScenario: () =>
        Promise.resolve({ outcome: 'done' as const, value: { scenarioId: null } }),
      mint: () => Promise.resolve({ outcome: 'done' as const, value }),
    };
    const { runtime } = service;
    const providers = { ...runtime.providers, authority };
    return createSandboxCertificate.run({ ...runtime, providers }, context, request);
  };

  it('a test certificate is returned again byte for byte, although no table contains its key or passphrase in plain text', async () => {
    const context = keyed();
    const answer = await mint(context);
    const { data } = JSON.parse(answer.toString()) as { data: MintedCertificate };
    const all = await textOfAllTables();
    expect(all).toContain(context.organizationId);
    for (const secret of [data.privateKey.slice(0, 60), data.passphrase, data.certificate]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
      expect(all).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4));
    }
    expect((await mint(context)).equals(answer)).toBe(true);
  });

  it('the stored answer with a test certificate cannot be decrypted for another organization', async () => {
    const context = keyed();
    await mint(context);
    const other = { ...callContext(), idempotency: context.idempotency! };
    const sql = 'update idempotency set org_id = $1 where org_id = $2';
    await service.rows(sql, [other.organizationId, context.organizationId]);
    await expect(mint(other)).rejects.toThrow();
  });
});

describe('rotation', () => {
  it('key rotation rewraps the secrets of every organization, so that the old encryption key can be removed', async () => {
    const before = await Promise.all([withCsd(), withCsd()]);
    const count = await service.rows('select from secrets');
    const both = boxOf(['one', 'two'], newKeys);
    expect(await rewrapSecrets(system, both, secretsOfOrganizations)).toBe(count.length);
    expect(await rewrapSecrets(system, both, secretsOfOrganizations)).toBe(0);
    const onlyNew = createSigner(boxOf(['two'], newKeys));
    for (const { context, files } of before) {
      const key = await onlyNew.open(await storedKey(context));
      expect(verifyCadena('||a||', key.sealCadena('||a||'), files.key)).toBe(true);
    }
    const onlyOld = createSigner(boxOf(['one'], oldKeys));
    await expect(onlyOld.open(await storedKey(before[0]!.context))).rejects.toThrow(/no key "two"/);
  });

  it('key rotation runs as a database role that cannot read the ciphertexts', async () => {
    await withCsd();
    await expect(system.query('select ciphertext from secrets')).rejects.toThrow(/permission/);
    await expect(system.query(`update secrets set ciphertext = ''`)).rejects.toThrow(/permission/);
    await expect(system.query('delete from secrets')).rejects.toThrow(/permission/);
  });
});

describe('the logs', () => {
  it('the logs contain no part of an uploaded certificate, even after an internal error', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const logger = createLogger('fiscal-cfdi', 'trace', stream);
    const context = await organizationWithProfile(service);
    const files = await service.authority.mint();
    const failing = {
      ...service.runtime,
      logger,
      providers: {
        ...service.runtime.providers,
        secrets: {
          ...service.runtime.providers.secrets,
          seal: () => Promise.reject(new Error('KMS')),
        },
      },
    };
    await expect(uploadCertificate.run(failing, context, files)).rejects.toThrow('KMS');
    logger.error({ upload: files }, 'what a careless line would log');
    const logged = lines.join('');
    expect(logged).toContain('careless');
    for (const secret of [files.privateKey, files.passphrase, files.certificate]) {
      expect(logged).not.toContain(secret.slice(0, 20));
    }
  });
});
