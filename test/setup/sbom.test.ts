import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageSbom, refusedLicences } from '../../scripts/sbom.mjs';

const root = join(__dirname, '..', '..');

describe('the bill of materials of the image', () => {
  const bill = imageSbom();
  const names = bill.components.map(({ name }) => name);

  it('the bill of materials of the image has the CycloneDX format, and is equal for equal sources', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(JSON.stringify(imageSbom())).toBe(JSON.stringify(bill));
  });

  it('the bill of materials of the image lists the packages that the processes load, with the digests of their archives, and no package of the tests', () => {
    expect(names).toEqual(expect.arrayContaining(['express', 'oidc-provider', 'pg']));
    expect(names.filter((name) => /^(jest|eslint|typescript|testkit)$/.test(name))).toEqual([]);
    const published = bill.components.filter(({ externalReferences = [] }) =>
      externalReferences.some(({ type, hashes }) => type === 'distribution' && hashes?.length),
    );
    const ours = bill.components.filter(({ purl }) => purl.startsWith('pkg:npm/%40timbre/'));
    expect(published.length + ours.length).toBe(bill.components.length);
    expect(published.length).toBeGreaterThan(100);
  });

  it('the image contains its bill of materials', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('node scripts/sbom.mjs > /out/sbom.cdx.json');
  });
});

describe('the licences of production dependencies', () => {
  it('all licences of production dependencies are allowed', () => {
    expect(refusedLicences(imageSbom().components)).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only', [{ license: { id: 'GPL-3.0-only' } }]],
    ['MIT AND AGPL-3.0-only', [{ expression: 'MIT AND AGPL-3.0-only' }]],
    ['no licence', undefined],
    ['SEE LICENSE IN README', [{ license: { name: 'SEE LICENSE IN README' } }]],
  ])('the check of licences rejects %s', (shown, licenses) => {
    const found = refusedLicences([{ name: 'a', version: '1.0.0', ...(licenses && { licenses }) }]);
    expect(found).toEqual([`a@1.0.0: ${shown}`]);
  });

  it('a package with alternative licences passes if one of the alternatives is allowed', () => {
    const licenses = [{ expression: '(GPL-2.0-only OR MIT)' }];
    expect(refusedLicences([{ name: 'a', version: '1.0.0', licenses }])).toEqual([]);
  });
});
