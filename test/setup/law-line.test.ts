import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lawEndsLine } from '../../scripts/runtime/law.mjs';

const dir = mkdtempSync(join(tmpdir(), 'timbre-law-line-'));
afterAll(() => rmSync(dir, { recursive: true }));

it('the law line shows the days until rules of law expire, and names the next rules', () => {
  expect(lawEndsLine(dir, new Date('2026-12-01T12:00:00Z'))).toMatch(
    /^Law: rules end in 30 days, on 2026-12-31: \S+, \S+, \S+ and \d+ more \(docs\/law-packs[.]md\)$/,
  );
  mkdirSync(join(dir, 'law'));
  expect(lawEndsLine(dir, new Date('2027-01-05T12:00:00Z'))).toMatch(/rules ended on 2026-12-31/);
});
