import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rawPublicKey, type LawSettings } from '@timbre/fiscal';
import { lawCommand } from './law-command';

const examples = join(__dirname, '../../fiscal/data/examples');
const source = readFileSync(join(examples, 'law-2027.json'));
const { privateKey, publicKey: ownPublicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });

let installation: LawSettings = { trustedKeys: [] };

function run(files: Record<string, string | Buffer>, ...argv: string[]) {
  const kept = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
  const said = { out: '', error: '' };
  const status = lawCommand(argv, {
    readFile: (path) => {
      const found = kept.get(path);
      if (found === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
      return found;
    },
    writeFile: (path, text) => void kept.set(path, Buffer.from(text)),
    write: (text) => void (said.out += text),
    writeError: (text) => void (said.error += text),
    ownKey: () => 'own.pem',
    installation: () => installation,
  });
  return { status, ...said, files: Object.fromEntries(kept) };
}

const signed = () => run({ 'p.json': source, 'own.pem': pem }, 'sign', 'p.json');

test('a signed law pack is accepted, and a pack that is changed afterwards is refused', () => {
  const { files, status } = signed();
  expect(status).toBe(0);
  const { publicKey } = JSON.parse(files['p.json.sig']!.toString()) as { publicKey: string };
  const right = run(files, 'verify', '--trust', publicKey, 'p.json');
  expect(right).toMatchObject({ status: 0, out: expect.stringContaining('is right and signed') });
  const changed = files['p.json']!.toString().replace('"3708.80"', '"3708.81"');
  const tampered = run({ ...files, 'p.json': changed }, 'verify', '--trust', publicKey, 'p.json');
  expect(tampered.status).toBe(1);
  const retitled = files['p.json']!.toString().replace('"title": "', '"title": "x');
  expect(run({ ...files, 'p.json': retitled }, 'verify', 'p.json')).toMatchObject({
    status: 1,
    error: expect.stringContaining('it was changed after it was signed'),
  });
});

test('explain prints legal figures with their dates and sources, and marks invented examples', () => {
  const { out, status } = run({ 'p.json': source }, 'explain', 'p.json');
  expect(status).toBe(0);
  expect(out).toContain('an example: its figures are invented');
  expect(out).toMatch(/isr[.]tariff[.]monthly, 2027-01-01 to 2027-12-31/);
});

test('build joins files of rows into a law pack and names the pack by its version', () => {
  const { catalogs: _none, ...json } = JSON.parse(source.toString()) as Record<string, unknown>;
  const [name] = Object.keys(json['sources'] as object);
  const change = { source: name, asOf: '2026-12-28', rowsFile: 'objects.tsv' };
  const pack = JSON.stringify({ ...json, catalogs: { c_ObjetoImp: change } });
  const rows = 'code\tdescription\tvalidFrom\n99\tNueva\t2027-01-01\n';
  const { files, status } = run(
    { 'in/p.json': pack, 'in/objects.tsv': rows },
    'build',
    'in/p.json',
  );
  expect(status).toBe(0);
  const built = JSON.parse(files['in/timbre.example-2027.1.json']!.toString()) as {
    catalogs: { c_ObjetoImp: { rows: string[] } };
  };
  expect(built.catalogs.c_ObjetoImp.rows).toEqual(['99\tNueva\t2027-01-01']);
});

test('diff prints the figures that change on a date, and the rows and documents that change', () => {
  const rules = [{ key: 'isr.tariff.quincenal', readOn: '2027-01-15' }];
  const past = [{ key: 'isr.tariff.quincenal', readOn: '2026-01-15' }];
  const rows = { data: [{ rowId: 'a', explanation: { rules } }, { rowId: 'b', explanation: { rules: past } }] }; // prettier-ignore
  const files = { 'p.json': source, 'rows.json': JSON.stringify(rows) };
  const { out, status } = run(files, 'diff', '--on', '2027-01-15', 'p.json', 'rows.json');
  expect(status).toBe(1);
  expect(out).toContain('isr.subsidy: none →');
  expect(out).toContain('a changes: isr.tariff.quincenal on 2027-01-15');
  expect(out).not.toContain('b changes');
});

describe('the command `law` with installed law packs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-law-command-'));
  beforeAll(() => {
    const { files } = signed();
    writeFileSync(join(folder, '2027.json'), files['p.json']!);
    writeFileSync(join(folder, '2027.json.sig'), files['p.json.sig']!);
    const trustedKeys = [rawPublicKey(ownPublicKey).toString('base64')];
    installation = { folder, trustedKeys, takesExamples: true };
  });
  afterAll(() => {
    installation = { trustedKeys: [] };
    rmSync(folder, { recursive: true });
  });

  const example = JSON.parse(source.toString()) as { figures: { key: string; validFrom: string }[] };
  const newer = (fields: object) =>
    JSON.stringify({ ...example, $schema: undefined, requires: [], ...fields });

  test('diff compares a law pack with the installed packs, and prints the minimum wage as written in the packs', () => {
    const wage = example.figures.find(({ key }) => key === 'minimum_wage.general')!;
    const figures = [{ ...wage, value: { daily: '345.00' }, corrects: 'An error of the first pack.' }];
    const pack = newer({ id: 'example.wages', version: '2027.1', issuedOn: '2027-01-02', figures, catalogs: {} });
    const { out, error } = run({ 'p.json': pack }, 'diff', '--on', '2027-01-15', 'p.json');
    expect(error).toBe('');
    expect(out).toContain('compared with timbre.mx 2026.11.26, timbre.example 2027.1:');
    expect(out).toContain('minimum_wage.general: {"daily":"340.00"} → {"daily":"345.00"}');
  });

  test('diff compares a pack that is already installed with the other packs', () => {
    const { out } = run({ 'p.json': source }, 'diff', '--on', '2027-01-15', 'p.json');
    expect(out).toContain('isr.subsidy: none →');
  });

  test('diff refuses a pack that the installation would ignore, and states the reason', () => {
    const pack = newer({ version: '2026.1' });
    const { status, error } = run({ 'p.json': pack }, 'verify', 'p.json');
    expect({ status, error }).toEqual({ status: 1, error: expect.stringMatching(/2026[.]1 is ignored: timbre[.]example 2027[.]1 replaces it/) });
  });

  test('--folder selects another folder of law packs, which must exist', () => {
    const { status, error } = run({ 'p.json': source }, 'diff', '--folder', join(folder, 'none'), 'p.json');
    expect({ status, error }).toEqual({ status: 1, error: expect.stringContaining('does not exist') });
  });
}); // prettier-ignore

test.each([[['sign']], [['nothing', 'p.json']], [['diff', '--on', 'soon', 'p.json']], [['verify', 'q.json']]])(
  'the command refuses the arguments %j',
  (argv) => expect(run({ 'p.json': source }, ...argv).status).toBe(2),
); // prettier-ignore
