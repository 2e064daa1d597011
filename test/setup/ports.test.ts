import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { claim, freePort, portOrFree, portOrNext } from '../../scripts/runtime/ports.mjs';

const range = '/proc/sys/net/ipv4/ip_local_port_range';

/** Listens on a port while `work` runs. */
async function whileTaken(port: number, work: () => Promise<void>) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    await work();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/**
 * A port that `freePort` does not assign to other tests. Its claim port, which is 6,000 above, is
 * also not assigned.
 */
const wanted = 12_000 + (process.pid % 1_000);

describe('a free port', () => {
  it('a free port is assigned to only one caller, even before that caller listens on it', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, freePort));
    expect(new Set(ports).size).toBe(200);
  });

  it("a free port is outside of the kernel's range for outgoing connections", async () => {
    const [low, high] = existsSync(range)
      ? readFileSync(range, 'utf8').trim().split(/\s+/).map(Number)
      : [49_152, 65_535];
    const isTaken = (port: number) => port >= low! && port <= high!;
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    // If the kernel's range covers nearly all ports, no port outside of the range exists.
    expect(ports.filter(isTaken)).toEqual(low! > 21_000 ? [] : expect.any(Array));
  });

  it('a free port replaces a port on which a program listens', async () => {
    await whileTaken(wanted, async () => {
      expect(await claim(wanted)).toBe(false);
      expect(await portOrFree(wanted)).not.toBe(wanted);
      expect(await portOrNext(wanted)).toBeGreaterThan(wanted);
    });
    expect(await portOrFree(wanted)).toBe(wanted);
  });

  it.each([wanted + 100, 41_001, 65_001])('a free port is %i for the first claim', async (port) => {
    expect(await portOrNext(port)).toBe(port);
    expect(await claim(port)).toBe(false);
    // Another program may use the next port.
    const next = await portOrNext(port);
    expect([1, 2, 3, 4, 5]).toContain(next - port);
  });

  it('a free port is assigned to only one of several concurrent processes until that process ends', async () => {
    const processes = Array.from({ length: 6 }, () => claimant(wanted + 200));
    const answers = await Promise.all(processes.map(({ answer }) => answer));
    expect(answers.filter((isTheirs) => isTheirs)).toHaveLength(1);
    expect(await claim(wanted + 200)).toBe(false);
    await Promise.all(processes.map(({ end }) => end()));
    expect(await claim(wanted + 200)).toBe(true);
  });
});

/** Starts a process that claims a port and reports whether the claim succeeded. */
function claimant(port: number) {
  const ports = join(__dirname, '..', '..', 'scripts', 'runtime', 'ports.mjs');
  const script = `
    import { claim } from ${JSON.stringify(ports)};
    console.log(await claim(${port}));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const exited = once(child, 'exit');
  return {
    answer: once(child.stdout, 'data').then(([said]) => String(said) === 'true\n'),
    async end() {
      child.stdin.end();
      await exited;
    },
  };
}
