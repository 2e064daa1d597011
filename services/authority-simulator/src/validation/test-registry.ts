/** A taxpayer of the SAT's public test registry, as a PAC's sandbox knows it. */
export interface TestTaxpayer {
  readonly name: string;
  readonly postalCode: string;
}

/**
 * Names without company type and fiscal postal codes of the taxpayers whose test certificates the
 * SAT publishes. Source: the RFC lists on PACs' help pages, agreeing with documents stamped by
 * their sandboxes; read 2026-11-21. RFCs outside this list are taken as registered as written.
 */
const TEST_REGISTRY: Record<string, TestTaxpayer> = {
  CACX7605101P8: { name: 'XOCHILT CASAS CHAVEZ', postalCode: '36257' },
  EKU9003173C9: { name: 'ESCUELA KEMPER URGATE', postalCode: '42501' },
  FUNK671228PH6: { name: 'KARLA FUENTE NOLASCO', postalCode: '01160' },
  'H&E951128469': { name: 'HERRERIA & ELECTRICOS', postalCode: '06002' },
  IIA040805DZ4: { name: 'INDISTRIA ILUMINADORA DE ALMACENES', postalCode: '62661' },
  IVD920810GU2: { name: 'INNOVACION VALOR Y DESARROLLO', postalCode: '63901' },
  IXS7607092R5: { name: 'INTERNACIONAL XIMBO Y SABORES', postalCode: '23004' },
  JES900109Q90: { name: 'JIMENEZ ESTRADA SALAS', postalCode: '37161' },
  JUFA7608212V6: { name: 'ADRIANA JUAREZ FERNANDEZ', postalCode: '01160' },
  MISC491214B86: { name: 'CECILIA MIRANDA SANCHEZ', postalCode: '01010' },
  OÑO120726RX3: { name: 'ORGANICOS ÑAVEZ OSORIO', postalCode: '40501' },
  URE180429TM6: { name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', postalCode: '86991' },
  XAMA620210DQ5: { name: 'ALBA XKARAJAM MENDEZ', postalCode: '01219' },
  XIA190128J61: { name: 'XENON INDUSTRIAL ARTICLES', postalCode: '76343' },
  XIQB891116QE4: { name: 'BERENICE XIMO QUEZADA', postalCode: '40968' },
  XOJI740919U48: { name: 'INGRID XODAR JIMENEZ', postalCode: '76028' },
  ZUÑ920208KL4: { name: 'ZAPATERIA URTADO ÑERI', postalCode: '34541' },
};

export function testTaxpayer(rfc: string): TestTaxpayer | undefined {
  return TEST_REGISTRY[rfc];
}
