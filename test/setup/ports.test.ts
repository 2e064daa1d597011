import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { freePort, isFree, portOrFree } from '../../scripts/runtime/ports.mjs';

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

describe('a free port', () => {
  it('is given to nobody else, before it is listened on either', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, freePort));
    expect(new Set(ports).size).toBe(200);
  });

  it('is none that the kernel gives to connections', async () => {
    const [low, high] = existsSync(range)
      ? readFileSync(range, 'utf8').trim().split(/\s+/).map(Number)
      : [49_152, 65_535];
    const isTaken = (port: number) => port >= low! && port <= high!;
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    // Where the kernel was told to take nearly all of them, there is no other.
    expect(ports.filter(isTaken)).toEqual(low! > 21_000 ? [] : expect.any(Array));
  });

  it('stands in for one that is taken', async () => {
    const wanted = await freePort();
    expect(await portOrFree(wanted)).toBe(wanted);
    await whileTaken(wanted, async () => {
      expect(await isFree(wanted)).toBe(false);
      expect(await portOrFree(wanted)).not.toBe(wanted);
    });
  });
});
