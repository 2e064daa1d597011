import { existsSync, readdirSync } from 'node:fs';
import type { XmlNode } from '../src/xml';
import { Schemas } from './schema-types';

const folder = `${__dirname}/../../../../shared/sat/xsd/www.sat.gob.mx`;
const at = 'esquemas/retencionpago/1';

/** The complements whose folder name differs from their prefix. */
const named: Readonly<Record<string, readonly [prefix: string, file: string]>> = {
  PlataformasTecnologicas10: ['plataformasTecnologicas', 'ServiciosPlataformasTecnologicas10'],
};

/**
 * Returns every complement of withholding documents, keyed by its prefix, with every part that its
 * schema allows. The list is empty without the SAT's schemas, which are not part of the product.
 */
export function withholdingComplements(): [prefix: string, complement: XmlNode][] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(`${folder}/${at}`).filter((name) => name !== 'catalogos');
  return names.map((name) => {
    const [prefix, file] = named[name] ?? [name, name];
    const schemas = new Schemas(folder);
    schemas.learn('tdCFDI', 'sitio_internet/cfd/tipoDatos/tdCFDI/tdCFDI.xsd');
    schemas.learn('c_retenciones', `${at}/catalogos/catRetenciones.xsd`);
    schemas.learn('CatPlanesderetiro', `${at}/planesderetiro11/catalogos/CatPlanesderetiro.xsd`);
    schemas.learn(
      'CatPlataformasTecnologicas',
      `${at}/PlataformasTecnologicas10/catalogos/CatPlataformasTecnologicas.xsd`,
    );
    schemas.learn(prefix, `${at}/${name}/${file}.xsd`);
    return [prefix, schemas.sample(prefix, `${at}/${name}/${file}.xsd`)];
  });
}
