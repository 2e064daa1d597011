/** A taxpayer in the SAT's register for sandboxes. */
export interface TestTaxpayer {
  readonly nombre: string;
  readonly codigoPostal?: string;
  readonly regimenes?: readonly string[];
}

/**
 * The taxpayers whose test certificates the SAT publishes, each with RFC, name without kind of company,
 * postal code and regimes (absent if the published lists disagree). The data come from the RFC lists on
 * PACs' help pages, confirmed by documents that their sandboxes stamped; read 2026-11-21.
 */
const ROWS: readonly (readonly [
  rfc: string,
  name: string,
  postalCode: string,
  regimes?: string,
])[] = [
  ['CACX7605101P8', 'XOCHILT CASAS CHAVEZ', '36257', '621 612'],
  ['EKU9003173C9', 'ESCUELA KEMPER URGATE', '42501', '601'],
  ['FUNK671228PH6', 'KARLA FUENTE NOLASCO', '01160'],
  ['H&E951128469', 'HERRERIA & ELECTRICOS', '06002', '601'],
  ['IAÑL750210963', 'LUIS IAN ÑUZCO', '85256', '608'],
  ['IIA040805DZ4', 'INDISTRIA ILUMINADORA DE ALMACENES', '62661', '601'],
  ['IVD920810GU2', 'INNOVACION VALOR Y DESARROLLO', '63901', '601 626'],
  ['IXS7607092R5', 'INTERNACIONAL XIMBO Y SABORES', '23004', '603'],
  ['JES900109Q90', 'JIMENEZ ESTRADA SALAS', '37161', '601 626'],
  ['JUFA7608212V6', 'ADRIANA JUAREZ FERNANDEZ', '01160', '614'],
  ['KICR630120NX3', 'RODRIGO KITIA CASTRO', '36246', '622'],
  ['KIJ0906199R1', 'KERNEL INDUSTIA JUGUETERA', '28971', '603'],
  ['L&O950913MSA', 'LUCES & OBRAS', '60922', '603'],
  ['MISC491214B86', 'CECILIA MIRANDA SANCHEZ', '01010', '612'],
  ['OÑO120726RX3', 'ORGANICOS ÑAVEZ OSORIO', '40501', '601'],
  ['RAQÑ7701212M3', 'ÑEVES RAMIREZ QUEZADA', '78905', '605'],
  ['S&S051221SE2', 'S & SOFTWARE', '76022', '624'],
  ['URE180429TM6', 'UNIVERSIDAD ROBOTICA ESPAÑOLA', '86991', '601 603'],
  ['WATM640917J45', 'MARIA WATEMBER TORRES', '43543', '622 626'],
  ['WERX631016S30', 'XAIME WEIR ROJO', '01279', '608'],
  ['XAMA620210DQ5', 'ALBA XKARAJAM MENDEZ', '01219', '612'],
  ['XIA190128J61', 'XENON INDUSTRIAL ARTICLES', '76343', '601 624'],
  ['XIQB891116QE4', 'BERENICE XIMO QUEZADA', '40968', '606'],
  ['XOJI740919U48', 'INGRID XODAR JIMENEZ', '76028', '612 605'],
  ['ZUÑ920208KL4', 'ZAPATERIA URTADO ÑERI', '34541', '601'],
];

/**
 * The register's entry that all foreign sellers on platforms share. All these foreigners have the same RFC
 * and name (RMF 2.7.1), and no address in the register.
 */
const FOREIGN_SELLERS: readonly [rfc: string, TestTaxpayer] = [
  'EXT990101NI1',
  {
    nombre:
      'EXPEDICIÓN DE CFDI POR RESIDENTES EN MÉXICO QUE PRESTAN SERVICIOS DE INTERMEDIACIÓN ENTRE ' +
      'TERCEROS A OFERENTES DE BIENES Y SERVICIOS RESIDENTES EN EL EXTRANJERO',
  },
];

const REGISTRY = new Map([
  FOREIGN_SELLERS,
  ...ROWS.map(([rfc, nombre, codigoPostal, regimes]) => {
    const taxpayer: TestTaxpayer = regimes
      ? { nombre, codigoPostal, regimenes: regimes.split(' ') }
      : { nombre, codigoPostal };
    return [rfc, taxpayer] as const;
  }),
]);

export function testTaxpayer(rfc: string): TestTaxpayer | undefined {
  return REGISTRY.get(rfc);
}
