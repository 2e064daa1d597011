import { withholdingComplements } from '../../../../packages/cfdi/test/withholding-complements';
import { printedRetenciones, retenciones } from '../../test/printed-samples';
import { unbroken, unbrokenText } from '../../test/read-pdf';
import { renderRetencionesPdf } from './render-retenciones-pdf';

type Complement = ReturnType<typeof withholdingComplements>[number][1];

// The complements are built from the SAT's schemas, which are not part of this repository.
const complements = withholdingComplements();
const suite = complements.length > 0 ? describe : describe.skip;

function valuesOf({ attributes, children }: Complement): string[] {
  const values = Object.entries(attributes).filter(([name]) => !/^version$/i.test(name));
  return [...values.map(([, value]) => value), ...children.flatMap(valuesOf)];
}

suite('the printed withholding document', () => {
  it.each(complements)(
    'the print of the complement %s shows all its data',
    async (_, complement) => {
      const document = { ...retenciones(), complemento: { otros: [complement] } };
      const text = await unbrokenText(await renderRetencionesPdf(printedRetenciones(document)));
      const missing = valuesOf(complement).filter((value) => !text.includes(unbroken(value)));
      expect(missing).toEqual([]);
    },
  );
});
