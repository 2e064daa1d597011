import { xmlNode } from '@timbre/cfdi';
import { pagesOf } from '../../test/read-pdf';
import { income, printed } from '../../test/printed-samples';
import { wordsOfElement } from './complement-words';
import { renderCfdiPdf } from './render-cfdi-pdf';

async function printOf(complement: ReturnType<typeof xmlNode>): Promise<string[]> {
  const { document, ...stamp } = printed(income());
  const complemento = { ...document.complemento, otros: [complement] };
  return pagesOf(await renderCfdiPdf({ document: { ...document, complemento }, ...stamp }));
}

it('a complement without a layout shows every attribute under the name of its element', async () => {
  const place = xmlNode('otro:Domicilio', { CodigoPostal: '13250', NumeroExterior: '211' });
  const [page] = await printOf(
    xmlNode('otro:CartaPorte', { Version: '3.1', IdCCP: 'CCC' }, [place]),
  );
  expect(page).toContain('CARTA PORTE');
  expect(page).toContain('CARTA PORTE · DOMICILIO');
  expect(page).toContain('Codigo Postal 13250');
  expect(page).toContain('Numero Exterior 211');
});

it('a fixed value of a complement is printed with its label and the description of its code in the language of the document', () => {
  const tax = wordsOfElement('plataformasTecnologicas:ImpuestosTrasladadosdelServicio', 'en');
  expect([tax.label('Impuesto'), tax.catalogOf('Impuesto')]).toEqual(['Tax', 'c_TipoImpuesto']);
  const trade = wordsOfElement('cce20:ComercioExterior', 'es');
  expect(trade.label('ClaveDePedimento')).toBe('Clave de pedimento');
});

it('a value longer than a page is printed completely', async () => {
  const value = Array.from({ length: 3_000 }, (_, index) => `parte${index}`).join(' ');
  const pages = await printOf(xmlNode('otro:Texto', { Contenido: value }));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.join(' ')).toContain('parte2999');
});

it('a complement with very many elements is printed only up to a limit', async () => {
  const children = Array.from({ length: 5_000 }, (_, index) =>
    xmlNode('otro:A', { N: `${index}` }),
  );
  const pages = await printOf(xmlNode('otro:Muchos', {}, children));
  expect(pages.join(' ')).toContain('N 1998');
  expect(pages.join(' ')).not.toContain('N 1999');
});

it('codes of a complement are printed with the descriptions of their catalogues', async () => {
  const place = xmlNode('cartaporte31:Domicilio', {
    Colonia: '0001',
    Municipio: '010',
    Estado: 'CMX',
    Pais: 'MEX',
    CodigoPostal: '01000',
  });
  const brazil = xmlNode('cartaporte31:Domicilio', { Estado: 'PA', Pais: 'BRA' });
  const stop = xmlNode('cartaporte31:Ubicacion', { TipoUbicacion: 'Origen' }, [place, brazil]);
  const vehicle = xmlNode('cartaporte31:Autotransporte', { PermSCT: 'TPAF02' });
  const unknown = xmlNode('cartaporte31:Autotransporte', { PermSCT: 'TPXX99' });
  const pages = await printOf(
    xmlNode('cartaporte31:CartaPorte', { IdCCP: 'CCC' }, [stop, vehicle, unknown]),
  );
  for (const words of [
    '0001 – San Ángel',
    '010 – Álvaro Obregón',
    'CMX – Ciudad de México',
    'MEX – México',
    'TPAF02 – Transporte privado de carga',
    'TPXX99',
  ])
    expect(pages.join(' ')).toContain(words);
  expect(pages.join(' ')).not.toContain('Pensilvania');
});
