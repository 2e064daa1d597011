import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../../scripts/runtime/command.mjs';
import { startPostgres } from '../../scripts/runtime/postgres.mjs';
import { startUsage } from '../../scripts/runtime/start-options.mjs';
import { readStateFile } from '../../scripts/runtime/state-file.mjs';

const script = join(__dirname, '..', '..', 'scripts', 'start.mjs');

/**
 * Returns the error of `npm start` for invalid arguments or environment variables, before it starts
 * anything.
 */
function refusalOf(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stdout, stderr: stderr.trim() };
}

describe('npm start', () => {
  it.each(['http', '0', '-1', '80.5', '65536', '8080 '.repeat(2)])(
    'npm start reports that PORT=%s is not a port',
    (given) => {
      const { status, stderr } = refusalOf(['--once'], { PORT: given });
      expect(status).toBe(1);
      expect(stderr).toBe(
        `PORT=${given} is not a port; choose one from 1 to 65535: PORT=8081 npm start`,
      );
    },
  );

  it.each([
    [['--twice'], "Unknown option '--twice'."],
    [['twice'], "Unexpected argument 'twice'."],
    [
      ['--demo', 'ship'],
      'The environment sandbox has no demo ship; choose invoice, shop, payroll, agency.',
    ],
    [['--environment', 'staging'], 'There is no environment staging; choose sandbox, production.'],
    [
      ['--environment', 'production', '--demo', 'shop'],
      'The environment production has no demo shop; choose sat.',
    ],
  ])('npm start reports the fault of %j and then prints its usage', (args, sentence) => {
    const { status, stderr } = refusalOf(args);
    expect(status).toBe(1);
    expect(stderr).toBe(`${sentence}\n\n${startUsage}`.trim());
  });

  it.each(['--help', '-h'])(
    'npm start prints its usage for %s, and ends without a fault',
    (option) => {
      const { status, stdout, stderr } = refusalOf([option]);
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: startUsage, stderr: '' });
    },
  );

  it('npm start reports that no server responds at TIMBRE_POSTGRES_URL', async () => {
    process.env.TIMBRE_POSTGRES_URL = 'postgresql://postgres@127.0.0.1:1/postgres';
    try {
      const refusal = startPostgres({ keep: tmpdir() });
      await expect(refusal).rejects.toBeInstanceOf(SetupError);
      await expect(refusal).rejects.toThrow(/^TIMBRE_POSTGRES_URL does not lead .*ECONNREFUSED/);
    } finally {
      delete process.env.TIMBRE_POSTGRES_URL;
    }
  });
});

describe('a state file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-state-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it.each(['', '{"contextKey": "abc', 'not JSON'])(
    'a state file is named in the error if it is damaged: %p',
    (text) => {
      const file = join(dir, 'secrets.json');
      writeFileSync(file, text);
      expect(() => readStateFile(file)).toThrow(
        new SetupError(`${file} is damaged. To start over without it: npm start -- --fresh`),
      );
    },
  );

  it('reading a state file returns the written value', () => {
    const file = join(dir, 'demo.json');
    writeFileSync(file, JSON.stringify({ apiKey: 'a' }));
    expect(readStateFile(file)).toEqual({ apiKey: 'a' });
  });
});
