import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { catalogFolder } from '../catalog';
import { Decimal } from '../decimal';
import { productKey } from '../product-key';
import { builtInLaw, currentLaw, useLaw, type Law } from './law';
import { compareVersions, packSchema, readPack, type LawPack } from './pack';
import { canonicalText, packDigest } from './signature';

type Json = Record<string, unknown>;
const builtInJson = JSON.parse(readFileSync(join(catalogFolder, 'law.json'), 'utf8')) as {
  figures: (Json & { key: string; validFrom: string; validTo: string | null; value: Json })[];
};

/** Returns a law pack with one source and these figures and catalogues. */
function packOf(parts: Json = {}): Json {
  return {
    format: 'timbre-law-pack-1',
    id: 'test.pack',
    version: '2027.1',
    title: 'A test',
    issuedOn: '2026-12-28',
    requires: [],
    sources: { dof: { title: 'DOF', readOn: '2026-12-28', reading: 'primary' } },
    ...parts,
  };
}

/** Returns a figure of the built-in pack, moved to the next year and with a different value. */
function nextYear(key: string, value?: Json, more: Json = {}): Json {
  const last = builtInJson.figures.findLast((figure) => figure.key === key)!;
  const { label, legalBasis } = last;
  const validFrom = dayAfter(last.validTo!);
  const validTo = `${Number(last.validTo!.slice(0, 4)) + 1}${last.validTo!.slice(4)}`;
  const source = 'dof';
  return {
    key,
    label,
    legalBasis,
    source,
    validFrom,
    validTo,
    value: value ?? last.value,
    ...more,
  };
}

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function faultsOf(json: unknown, base: Law = builtInLaw()): string[] {
  const faults: string[] = [];
  const report = (path: string, message: string) => void faults.push(`${path} ${message}`);
  const pack = readPack(json, 'digest', report);
  if (pack !== undefined) base.with(pack, report);
  return faults;
}

function lawWith(json: unknown, base: Law = builtInLaw()): Law {
  const fail = (path: string, message: string) => {
    throw new Error(`${path} ${message}`);
  };
  return base.with(readPack(json, packDigest(json), fail) as LawPack, fail);
}

const tariffKeys = ['annual', 'monthly', 'daily', 'weekly', 'decenal', 'catorcenal', 'quincenal'];
const tariffs = () => tariffKeys.map((name) => nextYear(`isr.tariff.${name}`));

afterEach(() => useLaw(builtInLaw()));

describe('a pack', () => {
  test('a law pack adds the figures of the next year only for the days of that year', () => {
    const law = lawWith(packOf({ figures: tariffs() }));
    expect(law.figureOn('isr.tariff.monthly', '2027-01-01')?.pack.id).toBe('test.pack');
    expect(law.figureOn('isr.tariff.monthly', '2026-12-31')?.pack.id).toBe('timbre.mx');
    expect(law.figureOn('isr.tariff.monthly', '2028-01-01')).toBeUndefined();
  });

  test('a law pack with format faults is refused, and each fault has its path', () => {
    const [figure] = tariffs();
    const faults = faultsOf(
      packOf({
        colour: 'red',
        issuedOn: '2026-02-30',
        figures: [
          { ...figure, key: 'isr.tariff.hourly' },
          { ...figure, source: 'rumour' },
          { ...nextYear('uma'), value: { daily: 117.31, monthly: '3566.22', annual: '42794.64' } },
        ],
      }),
    );
    expect(faults).toEqual(['colour is not a known field', 'issuedOn is not a date, YYYY-MM-DD']);
    expect(
      faultsOf(
        packOf({
          figures: [
            { ...figure, key: 'isr.tariff.hourly' },
            { ...figure, source: 'rumour' },
            {
              ...nextYear('uma'),
              value: { daily: 117.31, monthly: '3566.22', annual: '42794.64' },
            },
            { ...nextYear('isr.subsidy'), validTo: null },
          ],
        }),
      ),
    ).toEqual([
      'figures.0.key isr.tariff.hourly is not a known figure',
      'figures.1.source rumour is not in sources',
      'figures.2.value.daily is not a decimal of zero or more written as text',
      'figures.3 isr.subsidy is set for a year or less, so it needs a last day',
    ]);
  });

  test.each<[string, Json[], RegExp]>([
    ['a gap', [nextYear('uma', undefined, { validFrom: '2027-03-01' })], /leaves a gap from 2027-02-01/],
    ['an overlap', [nextYear('uma', undefined, { validFrom: '2027-01-15' })], /overlaps the figure/],
    ['a row of the same day', [nextYear('uma', undefined, { validFrom: '2026-02-01' })], /begins on the day of another/],
    ['a wrong UMA', [nextYear('uma', { daily: '120.00', monthly: '3648.01', annual: '43776.12' })], /monthly is not daily x 30.4/],
    ['a jump', [nextYear('minimum_wage.general', { daily: '400.00' })], /more than a quarter/],
    ['a wrong subsidy', [nextYear('isr.subsidy', { percentOfMonthlyUma: '15.02', monthlyUma: '3566.22', monthlyAmount: '535.66', monthlyIncomeCap: '11492.66', monthDays: '30.4' })], /monthlyAmount is not/],
    ['a period tariff alone', [nextYear('isr.tariff.weekly')], /none has as many rows/],
  ])('a pack with %s is refused', (_, figures, expected) => {
    expect(faultsOf(packOf({ figures })).join('\n')).toMatch(expected);
  }); // prettier-ignore

  test('a law pack may change a figure by a large amount only with a confirmation, and correct a row only with a reason', () => {
    const wage = nextYear('minimum_wage.general', { daily: '400.00' }, { confirmed: 'DOF' });
    expect(faultsOf(packOf({ figures: [wage] }))).toEqual([]);
    const wrong = { daily: '315.05' };
    const corrected = nextYear('minimum_wage.general', wrong, {
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
      corrects: 'DOF of 2026-12-28',
    });
    const law = lawWith(packOf({ figures: [corrected] }));
    expect(law.figureOn('minimum_wage.general', '2026-06-01')?.value.daily.toString()).toBe(
      '315.05',
    );
  });

  test('a new figure ends the preceding figure without a last day', () => {
    const rates = builtInJson.figures.find(({ key }) => key === 'imss.employee_rates')!;
    const figure = { ...rates, source: 'dof', validFrom: '2027-01-01', note: 'a test' };
    const law = lawWith(packOf({ figures: [figure] }));
    expect(law.figuresOf('imss.employee_rates').map(({ validTo }) => validTo)).toEqual([
      '2026-12-31',
      null,
    ]);
  });

  test('a legal figure with the status `expected` is never used in a calculation', () => {
    const law = lawWith(packOf({ figures: [nextYear('uma', undefined, { status: 'expected' })] }));
    expect(law.figureOn('uma', '2027-02-01')).toBeUndefined();
    expect(law.expected.map(({ key }) => key)).toEqual(['uma']);
  });

  test('a law pack is refused without the packs that it requires', () => {
    const requires = [{ id: 'timbre.mx', version: '2099.1' }];
    expect(faultsOf(packOf({ requires }))).toEqual([
      'requires.0 needs timbre.mx 2099.1 before it, which is not loaded',
    ]);
  });
});

describe('an ISR table', () => {
  const monthly = builtInJson.figures.findLast(({ key }) => key === 'isr.tariff.monthly')!;
  const rows = (monthly.value as { rows: string[][] }).rows;
  const columns = ['lowerLimit', 'upperLimit', 'fixedFee', 'percent'];
  const withRows = (changed: string[][], names = columns) =>
    packOf({
      figures: tariffs().map((figure) =>
        figure['key'] === 'isr.tariff.monthly'
          ? { ...figure, value: { columns: names, rows: changed } }
          : figure,
      ),
    });

  test('an ISR table with the same rows is accepted for the next year', () => {
    expect(faultsOf(withRows(rows))).toEqual([]);
  });

  test('an ISR table is refused if any cell changes by two cents or more', () => {
    const cells = rows.flatMap((row, at) => row.flatMap((cell, column) => (cell === '' ? [] : [[at, column] as const]))); // prettier-ignore
    fc.assert(
      fc.property(
        fc.constantFrom(...cells),
        fc.integer({ min: 2, max: 100_000 }),
        fc.boolean(),
        ([at, column], cents, isMore) => {
          const change = Decimal.from(cents).times(Decimal.from('0.01'));
          const old = Decimal.from(rows[at]![column]!);
          const value = isMore ? old.plus(change) : old.minus(change);
          if (value.isNegative()) return;
          const changed = rows.map((row) => [...row]);
          changed[at]![column] = value.toString();
          expect(faultsOf(withRows(changed))).not.toEqual([]);
        },
      ),
      { examples: [[[5, 2], 2, true]] },
    );
  });

  test('an ISR table is refused if rows are missing, duplicated or reordered', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(rows), (some) => {
        if (JSON.stringify(some) === JSON.stringify(rows)) return;
        expect(faultsOf(withRows(some))).not.toEqual([]);
      }),
    );
    expect(faultsOf(withRows([...rows.slice(0, 3), ...rows.slice(2)]))).not.toEqual([]);
  });

  test('an ISR table is refused if columns are reordered or renamed', () => {
    const swapped = ['upperLimit', 'lowerLimit', 'fixedFee', 'percent'];
    expect(faultsOf(withRows(rows, swapped)).join()).toMatch(/columns are not lowerLimit/);
    const wrong = rows.map(([lower, upper, fee, percent]) => [lower!, upper!, percent!, fee!]);
    expect(faultsOf(withRows(wrong))).not.toEqual([]);
  });
});

describe('catalogue rows of a pack', () => {
  const source = 'dof';
  const change = (parts: Json): Json =>
    packOf({ catalogs: { c_ObjetoImp: { source, asOf: '2026-12-28', columns: ['code', 'description', 'validFrom'], ...parts } } }); // prettier-ignore

  test('catalogue rows are added, changed and ended on their days, and past days use the old rows', () => {
    const law = lawWith(
      change({ rows: ['99\tNueva\t2027-01-01', '02\tSí, otra\t2027-01-01'], ended: ['03\t2026-12-31'] }),
    ); // prettier-ignore
    const found = law.catalog('c_ObjetoImp')!;
    expect(found.isActive('99', '2026-12-31')).toBe(false);
    expect(found.isActive('99', '2027-01-01')).toBe(true);
    expect(found.get('02', '2024-05-01')?.description).toBe('Sí objeto de impuesto.');
    expect(found.get('02', '2027-05-01')?.description).toBe('Sí, otra');
    expect([found.isActive('02', '2026-12-31'), found.isActive('02', '2027-01-01')]).toEqual([true, true]); // prettier-ignore
    expect([found.isActive('03', '2026-12-31'), found.isActive('03', '2027-01-01')]).toEqual([true, false]); // prettier-ignore
    const codes = [...found.entries()].map(({ code }) => code);
    expect(codes).toEqual([...codes].sort());
    expect(builtInLaw().catalog('c_ObjetoImp')!.isActive('99', '2027-01-01')).toBe(false);
  });

  test.each<[string, Json, string]>([
    ['a wrong column', { columns: ['code', 'description', 'validFrom', 'color'] }, 'columns has no column color'],
    ['a column left out', { columns: ['code', 'description'] }, 'columns lacks validFrom'],
    ['another column first', { columns: ['description', 'code', 'validFrom'] }, 'columns does not begin with code'],
    ['too few cells', { rows: ['99\tNueva'] }, 'rows.0 has 2 columns instead of 3'],
    ['no first day', { rows: ['99\tNueva\t'] }, 'rows.0 has no first day'],
    ['a row before the known one', { rows: ['06\tNueva\t2023-01-01'] }, 'rows.0 begins before the known row of 06'],
    ['a row twice', { rows: ['99\tNueva\t2027-01-01', '99\tNueva\t2027-01-01'] }, 'rows.1 begins on the day of another row of 99'],
    ['an unknown code ended', { ended: ['98\t2026-12-31'] }, 'ended.0 ends a code that has no known row'],
    ['a last day before the first', { ended: ['06\t2020-12-31'] }, 'ended.0 ends a row that is not in force on that day'],
  ])('catalogue rows with %s are refused', (_, parts, expected) => {
    expect(faultsOf(change(parts))).toEqual([`catalogs.c_ObjetoImp.${expected}`]);
  }); // prettier-ignore

  test('catalogue rows are refused for an unknown catalogue', () => {
    const catalogs = { c_Nada: { source, asOf: '2026-12-28', columns: ['code', 'description'] } };
    expect(faultsOf(packOf({ catalogs }))).toEqual(['catalogs.c_Nada is not a known catalogue']);
  });

  test('readers see the catalogue rows of a pack after the process loads the law', () => {
    const columns = ['code', 'description', 'validFrom'];
    const rows = ['99999901\tServicio nuevo\t2027-01-01'];
    const law = lawWith(packOf({ catalogs: { c_ClaveProdServ: { source, asOf: '2026-12-28', columns, rows } } })); // prettier-ignore
    expect(productKey('99999901', 'latest')).toBeUndefined();
    useLaw(law);
    expect(productKey('99999901', 'latest')?.description).toBe('Servicio nuevo');
    expect(productKey('01010101', 'latest')?.description).toBe('No existe en el catálogo');
    expect(currentLaw()).toBe(law);
  });
});

describe('the canonical text', () => {
  test('the canonical text does not depend on the order of members, and can be parsed again', () => {
    const anything = fc.letrec((tie) => ({
      value: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
    })).value; // prettier-ignore
    fc.assert(
      fc.property(anything, (value) => {
        const text = canonicalText(value);
        expect(canonicalText(JSON.parse(text))).toBe(text);
        expect(canonicalText(reversed(value))).toBe(text);
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, one]) => [name, reversed(one)]));
}

test('versions of law packs are compared number by number', () => {
  expect(['2027.10', '2027.9', '2026.12.1'].sort(compareVersions)).toEqual([
    '2026.12.1',
    '2027.9',
    '2027.10',
  ]);
});

test('the examples in docs/law-packs.md and in the data folder are valid packs of this law', () => {
  const page = readFileSync(join(catalogFolder, '../../../docs/law-packs.md'), 'utf8');
  const shown = /```json\n([^]*?)```/.exec(page)?.[1] ?? '';
  const example = readFileSync(join(catalogFolder, 'examples/law-2027.json'), 'utf8');
  for (const text of [shown, example]) expect(faultsOf(JSON.parse(text))).toEqual([]);
});

test('the published schema equals the schema that the reader uses', () => {
  const published = readFileSync(join(catalogFolder, 'law-pack.schema.json'), 'utf8');
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(packSchema())));
});

test('the built-in pack has a source with its reading date for every figure', () => {
  for (const { source, legalBasis, label } of builtInLaw().allFigures()) {
    expect([label, source.readOn > '2026-01-01', legalBasis.length > 5]).toEqual([label, true, true]);
  }
}); // prettier-ignore

describe('hostile packs', () => {
  const example = readFileSync(join(catalogFolder, 'examples/law-2027.json'), 'utf8');
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];

  test.each(names)('a law pack may not use the name %s anywhere', (name) => {
    const [figure] = tariffs();
    const own = (value: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as Json; // prettier-ignore
    const change = {
      source: 'dof',
      asOf: '2026-12-28',
      columns: ['code', 'description', 'validFrom'],
    };
    const packs = [
      { ...packOf(), ...own(1) },
      packOf({ figures: [{ ...figure, key: name }] }),
      packOf({ figures: [{ ...figure, source: name }] }),
      packOf({ figures: [{ ...figure, value: own([]) }] }),
      packOf({ figures: [{ ...figure, key: `withholding.${name}` }] }),
      packOf({ catalogs: own(change) }),
      packOf({ catalogs: { c_ObjetoImp: { ...change, columns: ['code', 'description', name] } } }),
    ]; // prettier-ignore
    const isFound = packs.map((pack) => faultsOf(JSON.parse(JSON.stringify(pack))).length > 0);
    expect(isFound).toEqual(packs.map(() => true));
  });

  test('a law pack with any value replaced or removed results in a law or in a list of faults, never in a crash', () => {
    const junk = fc.constantFrom<unknown>(null, 0, -1, 1e300, true, '', ' ', '\0', 'x', '9'.repeat(400), [], [[]], {}, [null], { length: 3 }, '2027-02-30', '2027-01-01', '-1', '1e5', '٣', '\ud800'); // prettier-ignore
    const path = fc.array(fc.nat(40), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(path, fc.option(junk, { nil: undefined }), (steps, value) => {
        const changed = JSON.parse(example) as Json;
        replaceAt(changed, steps, value);
        const json: unknown = JSON.parse(JSON.stringify(changed));
        let law: Law = builtInLaw();
        const faults: string[] = [];
        const report = (place: string, message: string) => void faults.push(`${place} ${message}`);
        const pack = readPack(json, packDigest(json), report);
        if (pack !== undefined) law = law.with(pack, report);
        expect(faults.length > 0).toBe(law === builtInLaw());
        expect(law.figureOn('isr.tariff.monthly', '2026-06-01')).toBe(
          builtInLaw().figureOn('isr.tariff.monthly', '2026-06-01'),
        );
      }),
      { numRuns: 300 },
    );
  });
});

/**
 * Follows the path into the object while its members exist, and replaces or removes the last
 * member.
 */
function replaceAt(json: object, steps: readonly number[], value: unknown): void {
  let holder = json as Json;
  for (const [at, step] of steps.entries()) {
    const keys = Object.keys(holder);
    const key = keys[step % keys.length];
    if (key === undefined) return;
    const next = holder[key];
    if (at < steps.length - 1 && typeof next === 'object' && next !== null) holder = next as Json;
    else {
      if (value === undefined) delete holder[key];
      else holder[key] = value;
      return;
    }
  }
}
