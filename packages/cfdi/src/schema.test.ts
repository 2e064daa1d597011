import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCredentials } from '../test/make-credentials';
import {
  concepto,
  decimal,
  docto,
  exempt,
  income,
  iva,
  nomina,
  pago,
  payment,
  payroll,
  percepcion,
  UUID,
  withheld,
  withholding,
} from '../test/make-documents';
import { nationalGeneric, publicInGeneral, day } from '../test/wrong-documents';
import { seal, sealRetenciones } from './seal';
import { attachTimbre, signTimbre } from './timbre';

// The suite is skipped without the SAT's schemas or without xmllint.
const schemas = `${__dirname}/../../../../shared/sat/xsd`;
const isPossible = existsSync(schemas) && spawnSync('xmllint', ['--version']).status === 0;
const suite = isPossible ? describe : describe.skip;

const { signer, privateKey } = makeCredentials();

function stamped(sealed: { xml: string; sello: string }): string {
  const request = {
    uuid: UUID,
    fechaTimbrado: '2026-11-18T10:16:00',
    rfcProvCertif: 'SPR190613I52',
    selloCfd: sealed.sello,
    noCertificadoSat: '30001000000500003456',
  };
  return attachTimbre(sealed.xml, signTimbre(request, privateKey));
}

const comprobantes = {
  income: income(),
  taxes: income({ tipoCambio: decimal('1') }, [
    concepto('99.99', { taxIncluded: true, taxes: [iva(), withheld('001', '0.0125')] }),
    concepto('10', { descuento: decimal('1'), taxes: [exempt] }),
    concepto('5', {
      informacionAduanera: [{ numeroPedimento: '15  48  3009  5001234' }],
      cuentaPredial: [{ numero: '1' }],
    }),
  ]),
  local: income({ localTaxes: [{ kind: 'traslado', nombre: 'ISH', tasa: decimal('3') }] }),
  global: income({ receptor: publicInGeneral, informacionGlobal: day }),
  creditNote: income({
    tipoDeComprobante: 'E',
    cfdiRelacionados: [{ tipoRelacion: '01', cfdiRelacionado: [{ uuid: UUID }] }],
  }),
  transfer: income(
    {
      tipoDeComprobante: 'T',
      moneda: 'XXX',
      currencyDecimals: 0,
      formaPago: undefined as never,
      metodoPago: undefined as never,
      receptor: nationalGeneric,
    },
    [concepto('0')],
  ),
  payment: payment([
    pago({
      doctoRelacionado: [
        docto(),
        docto({ monedaDr: 'USD', equivalenciaDr: decimal('0.0543168300') }),
      ],
    }),
  ]),
  payroll: payroll(),
  separation: payroll([
    nomina({
      percepciones: [percepcion('025', '10000.00', '10.00')],
      separacion: { numAñosServicio: 3, ultimoSueldoMensOrd: decimal('9000.00') },
      incapacidades: [{ diasIncapacidad: 1, tipoIncapacidad: '01' }],
    }),
  ]),
};

suite('the schemas of the SAT accept', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cfdi-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function validate(schema: string, documents: Record<string, string>): void {
    const files = Object.entries(documents).map(([name, xml]) => {
      const file = join(folder, `${name}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    // The call throws with the output of xmllint if a document is invalid.
    execFileSync('xmllint', ['--nonet', '--noout', '--schema', `${schemas}/${schema}`, ...files], {
      stdio: 'pipe',
    });
  }

  it('documents of every type are valid against the schema when sealed and when stamped', () => {
    const documents = Object.entries(comprobantes).map(([name, document]) => [
      name,
      stamped(seal(document, signer)),
    ]);
    validate('cfdi40-core.xsd', Object.fromEntries(documents) as Record<string, string>);
  });

  it('withholding documents are valid against the schema when sealed and when stamped', () => {
    validate('retenciones20-all.xsd', {
      withholding: stamped(sealRetenciones(withholding(), signer)),
    });
  });
});
