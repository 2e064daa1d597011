import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pagesOf } from '../../test/read-pdf';
import { print } from './print-job';

/**
 * The folder with sample documents of the SAT and of other sources. The repository does not contain these
 * documents, so the folder can be missing.
 */
const folder = join(__dirname, '../../../../../shared/sat/samples');
const whenThere = existsSync(folder) ? describe : describe.skip;
const samples = existsSync(folder)
  ? readdirSync(folder).filter((name) => /[.]xml$/.test(name))
  : [];

whenThere('samples', () => {
  it.each(samples.length > 0 ? samples : ['none'])('%s is printed completely', async (name) => {
    const xml = readFileSync(join(folder, name));
    const kind = name.includes('RET') ? 'withholding' : 'cfdi';
    const isDraft = !xml.includes('TimbreFiscalDigital');
    const pages = await pagesOf(await print({ kind, xml, isDraft }));
    expect(pages.join(' ')).toContain(`Página ${pages.length} de ${pages.length}`);
    expect(pages.join(' ')).not.toMatch(/undefined|NaN|\[object/);
  });
});
