import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './helm';

/** A command that keeps one Secret in a file, with the two subcommands that the document uses. */
const kubectl = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs');
const file = process.env.SECRET_FILE;
const data = JSON.parse(readFileSync(file, 'utf8'));
const [, , , , command, kind, name, flag, value] = process.argv;
if (kind !== 'secret' || name !== 't-call-reports') process.exit(1);
if (command === 'get') {
  const [, key] = /index .data "(.*)" \\| base64decode/.exec(value);
  process.stdout.write(Buffer.from(data[key], 'base64').toString());
} else if (command === 'patch' && flag === '-p') {
  writeFileSync(file, JSON.stringify({ ...data, ...JSON.parse(value).data }));
} else process.exit(1);
`;

const hasTools = process.platform === 'linux' && spawnSync('openssl', ['version']).status === 0;

(hasTools ? describe : describe.skip)('docs/operations.md, The key of a process', () => {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-rotation-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('after each step the services accept the key with which the process signs', () => {
    const text = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
    const [, section] = /### The key of a process\n([\s\S]*?)\n### /.exec(text)!;
    const steps = [...section!.matchAll(/```text\n([\s\S]*?)```/g)].map(
      ([, commands]) => commands!,
    );
    const file = join(dir, 'secret.json');
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const former = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const data = {
      'private.pem': base64(former.privateKey),
      'public.pem': base64(former.publicKey),
    };
    writeFileSync(file, JSON.stringify(data));
    writeFileSync(join(dir, 'kubectl'), kubectl, { mode: 0o755 });

    const states = steps.map((commands) => {
      const { status, stderr } = spawnSync('bash', ['--norc', '-ec', commands], {
        cwd: dir,
        encoding: 'utf8',
        env: {
          PATH: [dir, dirname(process.execPath), process.env.PATH].join(delimiter),
          NS: 'ns',
          SECRET: 't-call-reports',
          SECRET_FILE: file,
        },
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const held = JSON.parse(readFileSync(file, 'utf8')) as typeof data;
      const pem = (key: keyof typeof data) => Buffer.from(held[key], 'base64').toString();
      const accepted = pem('public.pem').match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----\n/g)!;
      const signing = createPublicKey(pem('private.pem')).export({ type: 'spki', format: 'pem' });
      return {
        accepted: accepted.length,
        acceptsSigning: accepted.includes(signing as string),
        acceptsFormer: accepted.includes(former.publicKey),
        signsWithFormer: signing === former.publicKey,
      };
    });

    expect(states).toEqual([
      { accepted: 2, acceptsSigning: true, acceptsFormer: true, signsWithFormer: true },
      { accepted: 2, acceptsSigning: true, acceptsFormer: true, signsWithFormer: false },
      { accepted: 1, acceptsSigning: true, acceptsFormer: false, signsWithFormer: false },
    ]);
  });
});
