import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setUpIssuer, startApi } from '@timbre/testkit/client';
import {
  connectionsFile,
  connectionTable,
  eventsFile,
  eventTable,
} from '../../scripts/runtime/architecture-tables.mjs';
import { chartReadme, chartReadmeFile } from '../../scripts/runtime/chart-readme.mjs';
import { gatewayRpcsFile, gatewayRpcTable } from '../../scripts/runtime/gateway-rpcs.mjs';
import { report } from '../../scripts/runtime/demo-organization.mjs';
import { callsOf, compared, runPage } from './page-calls';
import { callDocuments, hasCurl, shownAnswers } from './document-calls';

const root = join(__dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/**
 * The pages of the documentation site, which are read in a running deployment and link to addresses
 * instead of files.
 */
const site = 'docs/site';
const isOfSite = (file: string) => file.startsWith(`${site}/`);
const documents = globSync(['*.md', 'docs/**/*.md', '{packages,services}/*/README.md'], {
  cwd: root,
}).filter((file) => !isOfSite(file));
const pages = globSync(['quick-start.md', 'guides/*.md'], { cwd: join(root, site) });
/** The documents of the repository, except the READMEs of the services. */
const ours = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md', { cwd: root }),
].filter((file) => !isOfSite(file));

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, ...found]) => found);
const blocks = (file: string, language: string) =>
  matches(read(file), new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')).map(
    ([text]) => text ?? '',
  );

/** The documents in which each claim ends with the test that proves it. */
const proven = ['docs/invariants.md', 'docs/threat-model.md'];
const proofsOf = (text: string) => matches(text, /`([\w./-]+\.ts)`:\s+"([^"]+)"/g);

describe('documents', () => {
  it.each(documents)('documents have no broken link: %s', (file) => {
    const links = matches(read(file), /\]\(([^)#]+)[^)]*\)/g).flat() as string[];
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(local.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
  });

  it('documents name files that exist', () => {
    const named = ours.flatMap((file) => matches(read(file), /`([\w.-]+\/[\w./-]*)`/g).flat());
    const inside = named.filter((path) => existsSync(join(root, path!.split('/')[0]!)));
    expect(inside.length).toBeGreaterThan(50);
    const isGenerated = (path: string) => path.startsWith('.timbre/');
    expect(inside.filter((path) => !isGenerated(path!) && !existsSync(join(root, path!)))).toEqual(
      [],
    );
  });

  it('documents refer only to tests that exist', () => {
    const proofs = proven.flatMap((file) => proofsOf(read(file)));
    expect(proofs.length).toBeGreaterThan(100);
    expect(proofs.filter(([file, name]) => !read(file!).includes(name!))).toEqual([]);
  });

  it.each(proven)('documents prove every claim: %s', (file) => {
    const claims = read(file).match(/^- .*$/gm) ?? [];
    expect(claims.length).toBeGreaterThan(20);
    expect(claims.filter((claim) => proofsOf(claim).length === 0)).toEqual([]);
  });

  it('docs/threat-model.md names a protection at every boundary', () => {
    const [, ...boundaries] = read('docs/threat-model.md').split(/^## /m);
    expect(boundaries.length).toBeGreaterThan(5);
    expect(boundaries.filter((boundary) => proofsOf(boundary).length === 0)).toEqual([]);
  });

  it('documents refer only to scripts that package.json defines', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const run = ours.flatMap((file) =>
      matches(read(file), /(?:^|`)(?:npm run(?: -s)?|pnpm) ([a-z][a-z:]*)/gm).flat(),
    );
    expect(run.filter((name) => scripts[name!] === undefined)).toEqual([]);
  });
});

describe('decisions', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: root });
  /**
   * Matches a measured quantity with its unit. A limit does not count as a measurement, and a span
   * of hours or days does not either.
   */
  const figure =
    /(?<!(?:at most|up to)\s+)(?<![\d.,])\d[\d.,]*\s?(?:ms|µs|s|MB|kB|KB|GB|bytes|%|statements|times)(?![\w/])|\b[Mm]easured\b/;

  it('decisions contain a measured figure, or state that no measurement was made', () => {
    const silent = decisions.filter(
      (file) => !figure.test(read(file)) && !read(file).includes('No figure was taken.'),
    );
    expect(silent).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('ARCHITECTURE.md is short enough to be read in one sitting', () => {
    expect(Buffer.byteLength(read('ARCHITECTURE.md'))).toBeLessThanOrEqual(12 << 10);
  });

  it('ARCHITECTURE.md has tables that match the sources: node scripts/architecture-tables.mjs writes them', () => {
    expect(read(eventsFile)).toBe(eventTable());
    expect(read(connectionsFile)).toBe(connectionTable());
  });

  it('the permissions of the rpcs are those of the operations: node scripts/architecture-tables.mjs writes them', () => {
    expect(read(gatewayRpcsFile)).toBe(gatewayRpcTable());
  });

  it('the README of the chart has every value: node scripts/architecture-tables.mjs writes it', () => {
    expect(read(chartReadmeFile)).toBe(chartReadme());
  });

  it('ARCHITECTURE.md lists every consumer of an event', () => {
    const consumers = globSync(
      [
        'services/*/src/events/on-*.ts',
        'gateway/src/identity/events/on-*.ts',
        'packages/kit/src/process/on-*.ts',
      ],
      { cwd: root },
    ).filter((file) => !file.endsWith('.test.ts'));
    expect(consumers.filter((file) => !read(eventsFile).includes(`\`${file}\``))).toEqual([]);
  });
});

describe('README.md', () => {
  it('README.md has the test commands of .ci/run', () => {
    const commands = blocks('README.md', 'sh')[0]!.trim().split('\n');
    expect(commands).toEqual(['npm start', 'npm test']);
    expect(read('.ci/run')).toContain('\nstep npm test\n');
  });

  it('README.md shows the output of npm start', () => {
    const [shown = ''] = blocks('README.md', 'text');
    const uuid = /UUID +(\S+)/.exec(shown)?.[1] ?? '';
    const total = { amount: 15069.57, currency: 'MXN' };
    const fiscal = { subtotal: 13780.82, discount: 631.25, ivaTransferred: 1920 };
    const cfdi = { documentRef: 'cfdi:1', uuid, series: 'A', folio: '1', total, fiscal };
    const file = `${join(root, '.timbre', 'demo', uuid)}`;
    const result = { cfdi, xml: `${file}.xml`, pdf: `${file}.pdf` };
    const demo = { baseUrl: 'http://127.0.0.1:8080', apiKey: 'key', organizationId: 'id' };
    const printed = report(demo, result).replaceAll(`${root}/`, '');
    expect(shown).toContain(printed.slice(0, printed.indexOf('  curl')));
  });
});

(hasCurl ? describe : describe.skip)("README.md's first calls", () => {
  it('the calls in README.md return the shown responses, except for identifiers and times', async () => {
    const { calls, answers, shown } = shownAnswers(
      'sandbox',
      await startApi('Escuela Kemper Urgate'),
    );
    expect(answers).toEqual(shown);
    expect(answers).toHaveLength(calls.length);
  });
});

describe('pages of the documentation', () => {
  it('the documentation shows the error response that a call writes to a file', () => {
    const lines = pages.flatMap((page) =>
      matches(read(join(site, page)), /^```(?:sh|bash)\n(.*?)^```/gms).flatMap(([block = '']) =>
        block.replaceAll('\\\n', ' ').split('\n'),
      ),
    );
    const toFile = lines.flatMap((line) => {
      const file = /(?:[^<]> |-o )([\w-]+\.\w+)/.exec(line)?.[1];
      return file === undefined || /^cat > /.test(line) ? [] : [{ line, file }];
    });
    const isSeen = (line: string, file: string) =>
      / \| show '[^']+' > [\w-]+\.\w+ &&$/.test(line) ||
      (line.endsWith(` || cat ${file}`) &&
        (!line.includes('curl ') || line.includes('curl -sS --fail-with-body ')));
    expect(toFile.filter(({ line, file }) => !isSeen(line, file))).toEqual([]);
    expect(toFile.length).toBeGreaterThan(10);
  });

  it('pages of the documentation extract parts of responses only by the function `show` of the quick start', () => {
    const commands = pages.map((page) =>
      callsOf(read(join(site, page)))
        .map(({ command }) => command.replace(/^show\(\) \{\n.*?^\}\n/ms, ''))
        .join(''),
    );
    const text = commands.join('').replace(/^(API|KEY)=.*$/gm, '');
    expect(text.match(/.*(JSON\.parse|curl -s ).*/g) ?? []).toEqual([]);
    const assigned = matches(text, /^[A-Z]+=\$\((curl .*?)\)(?: &&)?\n(?=\n|[a-z]|$)/gms).flat();
    expect(assigned.filter((call) => !/ show [^|]+$/.test(call ?? ''))).toEqual([]);
    expect(assigned.length).toBeGreaterThan(20);
  });

  it('the curl examples extract parts of responses by the same function `show`', () => {
    const functionOf = (file: string) => /^show\(\) \{\n.*?^\}\n/ms.exec(read(file))?.[0];
    expect(functionOf('examples/curl/timbre.sh')).toBe(functionOf(`${site}/quick-start.md`));
  });

  it('pages of the documentation use each idempotency key for only one request, so that one organization can run all of them', () => {
    const requests = pages.flatMap((page) => {
      const commands = callsOf(read(join(site, page))).map(({ command }) => command);
      const used = matches(commands.join(''), /Idempotency-Key: ([\w-]+)'?((?: -d '[^']*')?)/g);
      return [...new Set(used.map(([key, body]) => `${key}${body || ` of ${page}`}`))];
    });
    const keys = [...new Set(requests)].map((request) => request.split(' ')[0]);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

(hasCurl ? describe : describe.skip)('calls of the documentation', () => {
  // These pages require a production deployment: test/processes/sat-year.test.ts runs their calls.
  const [production] = callDocuments.production;
  const withCalls = pages
    .filter((page) => join(site, page) !== production)
    .filter((page) => callsOf(read(join(site, page))).length > 0);

  it.each(withCalls)('the calls of a page return the shown responses: %s', async (page) => {
    const api = await startApi('Escuela Kemper Urgate');
    // The quick start sets up the issuer itself.
    if (page !== 'quick-start.md') await setUpIssuer(api);
    const { status, stderr, calls } = runPage(read(join(site, page)), api);
    const answers = calls.map(compared);
    expect(answers.map(({ printed }) => printed)).toEqual(answers.map(({ shown }) => shown));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('a failed call of a page is shown with the actual error response, and the calls that depend on it do not run', async () => {
    const { baseUrl } = await startApi();
    const page = read(join(site, 'guides/invoices.md'));
    const [first] = callsOf(page);
    const text = `\`\`\`sh\n${first?.command}\`\`\`\n`;
    const { stderr, calls } = runPage(text, { baseUrl, apiKey: 'wrong' }, { stops: false });
    const refusals = stderr.trim().split('\n');
    expect(refusals.map((line) => (JSON.parse(line) as { error: object }).error)).toEqual([
      expect.objectContaining({ code: 'unauthenticated' }),
    ]);
    expect(calls[0]?.printed).toBe('');
  });
});
