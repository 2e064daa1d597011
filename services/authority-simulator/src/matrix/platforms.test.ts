import type { Node } from '../schema/node';
import { addBreaches, type Breach } from './rule';
import { platformTables } from './platforms';
import { readRetention } from './retenciones';

type Attributes = Record<string, string>;

const node = (name: string, attributes: Attributes, children: Node[] = []): Node => ({
  name,
  attributes,
  children,
  text: '',
});

/**
 * The attributes that a test case changes, keyed by the name of their element, and whether the receiver is
 * foreign.
 */
type Changes = { isForeign?: true } & Partial<
  Record<
    | 'root'
    | 'issuer'
    | 'receiver'
    | 'period'
    | 'totals'
    | 'isr'
    | 'iva'
    | 'complement'
    | 'service'
    | 'tax'
    | 'commission'
    | 'contribution',
    Attributes
  >
>;

const P = 'plataformasTecnologicas:';

/**
 * Builds a withholding document with deliveries of 1,000.00 by transfer and 500.00 in cash, in October
 * 2026.
 */
function retention(changes: Changes = {}): Node {
  const { isForeign, root, issuer, receiver, period, totals, isr, iva, complement, service, tax } =
    changes;
  const of = { TipoDeServ: '02', FechaServ: '2026-10-06' };
  const rate = { Impuesto: '02', TipoFactor: 'Tasa', TasaCuota: '0.160000' };
  const commission = node(`${P}ComisionDelServicio`, { Importe: '100.00', ...changes.commission });
  const contribution = changes.contribution
    ? [node(`${P}ContribucionGubernamental`, changes.contribution)]
    : [];
  const lines = [
    node('retenciones:ImpRetenidos', { BaseRet: '1000.00', ImpuestoRet: '001', MontoRet: '21.00', ...isr }),
    node('retenciones:ImpRetenidos', { BaseRet: '160.00', ImpuestoRet: '002', MontoRet: '80.00', ...iva }),
  ]; // prettier-ignore
  const services = node(`${P}Servicios`, {}, [
    node(`${P}DetallesDelServicio`, { FormaPagoServ: '03', PrecioServSinIVA: '1000.00', ...of, ...service }, [
      node(`${P}ImpuestosTrasladadosdelServicio`, { Base: '1000.00', Importe: '160.00', ...rate, ...tax }),
      ...contribution,
      commission,
    ]),
    node(`${P}DetallesDelServicio`, { FormaPagoServ: '01', PrecioServSinIVA: '500.00', ...of }, [
      node(`${P}ImpuestosTrasladadosdelServicio`, { Base: '500.00', Importe: '80.00', ...rate }),
    ]),
  ]); // prettier-ignore
  const sums = {
    NumServ: '2', MonTotServSIVA: '1500.00', TotalIVATrasladado: '240.00', TotalIVARetenido: '80.00',
    TotalISRRetenido: '21.00', DifIVAEntregadoPrestServ: '80.00', MonTotalporUsoPlataforma: '100.00',
  }; // prettier-ignore
  const party = isForeign
    ? node('retenciones:Extranjero', {})
    : node('retenciones:Nacional', { RfcR: 'CACX7605101P8', ...receiver });
  return node('retenciones:Retenciones', { CveRetenc: '26', FechaExp: '2026-11-05T11:00:00', ...root }, [
    node('retenciones:Emisor', { RfcE: 'EKU9003173C9', ...issuer }),
    node('retenciones:Receptor', { NacionalidadR: isForeign ? 'Extranjero' : 'Nacional' }, [party]),
    node('retenciones:Periodo', { MesIni: '10', MesFin: '10', Ejercicio: '2026', ...period }),
    node('retenciones:Totales', { MontoTotOperacion: '1500.00', MontoTotGrav: '1500.00', MontoTotExent: '0.00', ...totals }, lines),
    node('retenciones:Complemento', {}, [
      node(`${P}ServiciosPlataformasTecnologicas`, { ...sums, ...complement }, [services]),
    ]),
  ]); // prettier-ignore
}

function codesOf(root: Node): string[] {
  const found: Breach[] = [];
  addBreaches(platformTables, readRetention(root), found);
  return found.map(({ code }) => code);
}

const generic = { RfcR: 'XAXX010101000' };
const ofType = (TipoDeServ: string): Changes => ({ service: { TipoDeServ } });

test.each<[string[], Changes]>([
  [[], {}],
  [['SPT102'], { root: { CveRetenc: '25' } }],
  [['SPT105'], { period: { MesFin: '11' } }],
  [['SPT107', 'SPT108'], { totals: { MontoTotOperacion: '1', MontoTotGrav: '1' } }],
  [['SPT109'], { totals: { MontoTotExent: '0.01' } }],
  [['SPT111'], { issuer: { RfcE: 'MISC491214B86' } }],
  [['SPT112', 'SPT113', 'SPT129', 'SPT130', 'SPT131'], { iva: { ImpuestoRet: '001' } }],
  [['SPT115', 'SPT118'], { isr: { BaseRet: '1500.00' } }],
  [['SPT116', 'SPT117'], { iva: { BaseRet: '240.00' } }],
  [['SPT117', 'SPT129', 'SPT131'], { iva: { MontoRet: '106.66' } }],
  [['SPT118', 'SPT130'], { isr: { MontoRet: '20.00' } }],
  [['SPT119', 'SPT120'], { receiver: generic }],
  [['SPT104', 'SPT124', 'SPT132'], { isForeign: true }],
  [['SPT126'], { complement: { NumServ: '3' } }],
  [['SPT107', 'SPT108', 'SPT127'], { complement: { MonTotServSIVA: '1' } }],
  [['SPT128'], { complement: { TotalIVATrasladado: '1' } }],
  [['SPT133'], { complement: { MonTotalporUsoPlataforma: '1' } }],
  [['SPT118', 'SPT137'], ofType('05')],
  [['SPT137'], ofType('11')],
  [['SPT138'], { service: { SubTipServ: '01' } }],
  [['SPT140'], { service: { FechaServ: '2026-09-30' } }],
  [['SPT141', 'SPT146'], { service: { FormaPagoServ: '09' } }],
  [['SPT142', 'SPT143'], { tax: { Base: '999.00' } }],
  [['SPT143'], { tax: { TasaCuota: '0.080000' } }],
  [['SPT134', 'SPT145'], { contribution: { ImpContrib: '0.99' } }],
  [['SPT133', 'SPT147'], { commission: { Importe: '0' } }],
])('the rules of platforms find %j in %j', (codes, changes) => {
  expect(codesOf(retention(changes))).toEqual(codes);
}); // prettier-ignore

test('no ISR is withheld from digital services, and IVA is withheld from every foreign provider', () => {
  expect(codesOf(retention(ofType('07')))).toContain('SPT123');
  const withoutIva: Changes = { isForeign: true, iva: { ImpuestoRet: '003' } };
  expect(codesOf(retention(withoutIva))).toEqual(expect.arrayContaining(['SPT112', 'SPT114']));
});

test('a foreign provider of digital services has its whole IVA withheld', () => {
  const digital: Changes = { ...ofType('07'), isForeign: true };
  expect(codesOf(retention(digital))).toContain('SPT121');
  const whole = { ...digital, iva: { MontoRet: '160.00' } };
  expect(codesOf(retention(whole))).not.toContain('SPT121');
});
