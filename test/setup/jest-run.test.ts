import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilEnded } from '../../scripts/runtime/jest-run.mjs';

const dir = mkdtempSync(join(tmpdir(), 'timbre-run-'));
const report = join(dir, 'report.json');
afterAll(() => rmSync(dir, { recursive: true }));

/** Whether the kernel of this machine lists the children of a process. */
const tells = existsSync(`/proc/${process.pid}/task/${process.pid}/children`);
const saysWhat = tells ? /after its last test.*\n {2}cat/ : /after its last test/;

/** Starts a fake Jest that writes the given counts and then runs `afterwards`. */
function jestWith(counts: object | undefined, afterwards: string) {
  const write = `require('fs').writeFileSync(process.argv[1], '${JSON.stringify(counts)}')`;
  const script = `const leave = () => ${counts ? write : 'undefined'}; ${afterwards}`;
  return spawn(process.execPath, ['-e', script, report], { stdio: 'ignore' });
}

describe('a test run', () => {
  const counts = { passed: 3, failed: 1, skipped: 2 };

  it('a test run returns the counts and the exit code of Jest', async () => {
    const ended = untilEnded(jestWith(counts, 'leave(); process.exit(1)'), report);
    expect(await ended).toEqual({ counts, code: 1 });
  });

  it('a test run fails if Jest writes no counts', async () => {
    const ended = untilEnded(jestWith(undefined, ''), report);
    expect(await ended).toEqual({ counts: { passed: 0, failed: 1, skipped: 0 }, code: 0 });
  });

  it('a test run stops a Jest process that a child keeps alive, names the child process, and fails', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = `require('child_process').spawn('cat').once('spawn', leave)`;
    const ended = untilEnded(jestWith({ ...counts, failed: 0 }, server), report, 300);
    expect(await ended).toEqual({ counts: { ...counts, failed: 0 }, code: 1 });
    expect(said.mock.calls.flat().join()).toMatch(saysWhat);
    said.mockRestore();
  });
});
