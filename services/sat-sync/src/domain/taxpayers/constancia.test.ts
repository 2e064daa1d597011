import { readConstancia } from './constancia';

const company = `Página [1] de [2]
CÉDULA DE IDENTIFICACIÓN FISCAL
EKU9003173C9
Registro Federal de Contribuyentes
ESCUELA KEMPER URGATE
Nombre, denominación o razón
social
idCIF: 14010000000
VALIDA TU INFORMACIÓN
FISCAL
CONSTANCIA DE SITUACIÓN FISCAL
Lugar y Fecha de Emisión
BENITO JUAREZ , CIUDAD DE MEXICO A 02 DE OCTUBRE DE 2026
EKU9003173C9
Datos de Identificación del Contribuyente:
RFC: EKU9003173C9
Denominación/Razón Social: ESCUELA KEMPER URGATE
Régimen Capital: SOCIEDAD ANONIMA DE CAPITAL VARIABLE
Nombre Comercial:
Fecha inicio de operaciones: 28 DE SEPTIEMBRE DE 2005
Estatus en el padrón: ACTIVO
Fecha de último cambio de estado: 05 DE JUNIO DE 2008
Datos del domicilio registrado
Código Postal:42501 Tipo de Vialidad: CALLE
Nombre de Vialidad: CALLE MORELOS Número Exterior: 50
Número Interior:12 Y 13 Nombre de la Colonia: CENTRO
Nombre de la Localidad: Nombre del Municipio o Demarcación Territorial: ACTOPAN
Nombre de la Entidad Federativa: HIDALGO Entre Calle: AVENIDA JUAREZ
Y Calle: CALLE DAKOTA Correo Electrónico: correo@example.com
Tel. Fijo Lada: 55 Número: 123456
Página [2] de [2]
Actividades Económicas:
Orden Actividad Económica Porcentaje Fecha Inicio Fecha Fin
1 Escuelas del sector privado 70 01/03/2011
2 Comercio de libros 30 01/03/2011 31/12/2020
Regímenes:
Régimen Fecha Inicio Fecha Fin
Régimen General de Ley Personas Morales 05/06/2008
Obligaciones:
Descripción de la Obligación Descripción Vencimiento Fecha Inicio Fecha Fin
Declaración informativa de IVA con la anual de ISR Conjuntamente con la declaración anual del
ejercicio.
05/06/2008
Pago provisional mensual de ISR personas morales régimen
general
05/06/2008
Declaración anual de ISR del ejercicio Personas morales. 05/06/2008
Sus datos personales son incorporados y protegidos en los sistemas del SAT, desde 01/01/2020
Cadena Original Sello: ||2026/10/02 08:15:00|EKU9003173C9|CONSTANCIA DE SITUACIÓN FISCAL|200001088888800000031||
Sello Digital: U+SX==`;

const profileOf = (text: string) => {
  const read = readConstancia(text);
  if ('issues' in read) throw new Error(JSON.stringify(read.issues));
  return read.profile;
};

test('readConstancia reads the Constancia of a company', () => {
  expect(profileOf(company)).toEqual({
    rfc: 'EKU9003173C9',
    personKind: 'moral',
    legalName: 'ESCUELA KEMPER URGATE',
    idCif: '14010000000',
    capitalRegime: 'SOCIEDAD ANONIMA DE CAPITAL VARIABLE',
    registryStatus: 'ACTIVO',
    email: 'correo@example.com',
    issuedOn: '2026-10-02',
    startedOperationsOn: '2005-09-28',
    statusChangedOn: '2008-06-05',
    address: {
      postalCode: '42501',
      street: 'CALLE MORELOS',
      exterior: '50',
      interior: '12 Y 13',
      neighborhood: 'CENTRO',
      municipality: 'ACTOPAN',
      state: 'HIDALGO',
    },
    taxRegimes: [
      { code: '601', name: 'Régimen General de Ley Personas Morales', startDate: '2008-06-05' },
    ],
    economicActivities: [
      { name: 'Escuelas del sector privado', percentage: 70, startDate: '2011-03-01' },
      {
        name: 'Comercio de libros',
        percentage: 30,
        startDate: '2011-03-01',
        endDate: '2020-12-31',
      },
    ],
    obligations: [
      expect.objectContaining({ periodicity: 'informative', startDate: '2008-06-05' }),
      {
        description: 'Pago provisional mensual de ISR personas morales régimen general',
        periodicity: 'monthly',
        startDate: '2008-06-05',
      },
      expect.objectContaining({ periodicity: 'annual' }),
    ],
  });
});

test('readConstancia joins the given name and both surnames of a natural person', () => {
  const person = company
    .replaceAll('EKU9003173C9', 'CACX7605101P8')
    .replace(
      /Denominación\/Razón Social:[^]*Régimen Capital:.*\n/,
      'CURP: CACX760510MGTSHC04\nNombre (s): XOCHILT\nPrimer Apellido: CASAS\nSegundo Apellido: CHAVEZ\n',
    )
    .replace('Régimen General de Ley Personas Morales', 'Régimen Simplificado de Confianza');
  expect(profileOf(person)).toMatchObject({
    personKind: 'fisica',
    legalName: 'XOCHILT CASAS CHAVEZ',
    curp: 'CACX760510MGTSHC04',
    taxRegimes: [{ code: '626' }],
  });
});

test('readConstancia separates the lines of the card from the title, which are printed side by side', () => {
  const beside = company
    .replace(
      'EKU9003173C9\nRegistro Federal de',
      'EKU9003173C9 CONSTANCIA DE SITUACIÓN FISCAL\nRegistro',
    )
    .replace(' Contribuyentes', ' Federal de Lugar y Fecha de Emisión\nContribuyentes');
  expect(profileOf(beside)).toEqual(profileOf(company));
});

test('readConstancia marks a regime or activity as ended if it has a last day, regardless of the position of that day', () => {
  const over = company.replace('Morales 05/06/2008', 'Morales 05/06/2008\n31/12/2020');
  expect(profileOf(over).taxRegimes).toMatchObject([
    { code: '601', startDate: '2008-06-05', endDate: '2020-12-31' },
  ]);
});

test('readConstancia returns the same facts for a text without blanks', () => {
  const spaceless = profileOf(
    company
      .split('\n')
      .map((line) => line.replaceAll(' ', ''))
      .join('\n'),
  );
  expect(spaceless).toMatchObject({
    legalName: 'ESCUELAKEMPERURGATE',
    startedOperationsOn: '2005-09-28',
    address: { postalCode: '42501', exterior: '50', municipality: 'ACTOPAN' },
    taxRegimes: [{ code: '601', startDate: '2008-06-05' }],
  });
  expect(spaceless.obligations.map(({ periodicity }) => periodicity)).toEqual([
    'informative',
    'monthly',
    'annual',
  ]);
});

test.each([
  ['document_not_recognised', 'ACUSE DE RECIBO'],
  ['rfc_mismatch', company.replace('RFC: EKU9003173C9', 'RFC: URE180429TM6')],
  ['rfc_mismatch', company.replace('|EKU9003173C9|', '|URE180429TM6|')],
  ['rfc_mismatch', company.replace('EKU9003173C9\nRegistro', 'URE180429TM6\nRegistro')],
  ['profile_incomplete', company.replace(/Régimen General.*\n/, '')],
])('the text is not accepted as a Constancia: %s', (code, text) => {
  const read = readConstancia(text);
  expect('issues' in read && read.issues[0]!.code).toBe(code);
});

it('readConstancia quickly reads a malicious text that is made to slow it down', () => {
  const begun = Date.now();
  const regimes = company.replace(/Régimen General.*\n/, `${'a'.repeat(150_000)}\n`);
  expect(readConstancia(regimes)).toMatchObject({ issues: [{ code: 'profile_incomplete' }] });
  const email = company.replace('correo@example.com', `${'@'.repeat(150_000)} a`);
  expect(readConstancia(email)).not.toHaveProperty('profile.email');
  expect(Date.now() - begun).toBeLessThan(5_000);
});
