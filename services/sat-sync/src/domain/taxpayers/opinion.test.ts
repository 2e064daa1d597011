import { readOpinion } from './opinion';

const opinion = (
  sense = 'POSITIVO',
  letter = 'P',
  body = '',
) => `Servicio de Administración Tributaria
Opinión del cumplimiento de obligaciones fiscales
Nombre, denominación o razón social Sentido
ESCUELA KEMPER URGATE ${sense}
RFC Folio
EKU9003173C9 26NE1234567
Fecha y hora de emisión
22 de septiembre de 2026 a las 12:52 horas
${body}
Cadena Original
||EKU9003173C9|26NE1234567|22-09-2026|${letter}||00001000000
500000001||
Sello Digital
abc==`;

test('readOpinion returns a validity period of thirty days for a positive opinion', () => {
  expect(readOpinion(opinion())).toEqual({
    opinion: {
      rfc: 'EKU9003173C9',
      folio: '26NE1234567',
      legalName: 'ESCUELA KEMPER URGATE',
      result: 'positive',
      issuedOn: '2026-09-22',
      validUntil: '2026-10-22',
      issuedLocalDateTime: '2026-09-22T12:52:00',
      omissions: [],
    },
  });
});

test('readOpinion lists the omitted obligations of a negative opinion', () => {
  const read = readOpinion(
    opinion(
      'NEGATIVO',
      'N',
      'Declaración de IVA mensual periodo Marzo 2026\nCrédito fiscal H-12345',
    ),
  );
  expect(read).toMatchObject({
    opinion: {
      result: 'negative',
      omissions: [
        { description: 'Declaración de IVA mensual', period: 'Marzo 2026' },
        { description: 'Crédito fiscal H-12345' },
      ],
    },
  });
});

test.each([
  ['Declaración anual de ISR, ejercicio 2025', 'Declaración anual de ISR', '2025'],
  ['Declaración de IVA, periodo Mayo de 2026', 'Declaración de IVA', 'Mayo de 2026'],
  ['DeclaraciónmensualdeIVA,periodoJulio2026', 'DeclaraciónmensualdeIVA', 'Julio 2026'],
  ['Declaración del periodo Enero - Febrero 2026.', 'Declaración del', 'Enero - Febrero 2026'],
])(
  'an omission is divided into its description and its period: %s',
  (line, description, period) => {
    const read = readOpinion(opinion('NEGATIVO', 'N', line));
    expect(read).toMatchObject({ opinion: { omissions: [{ description, period }] } });
  },
);

test.each([
  ['GRUPO POSITIVO SA DE CV NEGATIVO', 'GRUPO POSITIVO SA DE CV'],
  [
    'CONSTRUCTORA E INMOBILIARIA DE LOS ÁLAMOS &\nNEGATIVO\nÑANDÚ',
    'CONSTRUCTORA E INMOBILIARIA DE LOS ÁLAMOS & ÑANDÚ',
  ],
  ['GRUPO\nPOSITIVO\nDEL NORTE Y\nDEL SUR\nNEGATIVO', 'GRUPO POSITIVO DEL NORTE Y DEL SUR'],
])('the legal name is separated from the result beside it: %j', (printed, legalName) => {
  const text = opinion('NEGATIVO', 'N').replace('ESCUELA KEMPER URGATE NEGATIVO', printed);
  expect(readOpinion(text)).toMatchObject({ opinion: { legalName, result: 'negative' } });
});

test.each([
  ['INSCRITO SIN OBLIGACIONES', 'I', 'no_obligations'],
  ['NO INSCRITO', 'X', 'not_registered'],
  ['SUSPENSIÓN DE ACTIVIDADES', 'S', 'activity_suspended'],
])('the printed result %s is recognized', (sense, letter, result) => {
  expect(readOpinion(opinion(sense, letter))).toMatchObject({ opinion: { result } });
});

test.each([
  ['document_not_recognised', 'Constancia de Situación Fiscal'],
  ['opinion_unreadable', opinion('POSITIVO', 'N')],
  ['opinion_unreadable', opinion('DUDOSO', 'D')],
  ['opinion_unreadable', opinion().replace('22-09-2026', '32-09-2026')],
  ['opinion_unreadable', opinion().replace('EKU9003173C9 26NE1234567', '26NE7654321')],
  ['opinion_unreadable', opinion().replace('||EKU9003173C9|', '||EKU900|')],
])('a text that is no readable opinion is refused as %s', (code, text) => {
  const read = readOpinion(text);
  expect('issues' in read && read.issues[0]!.code).toBe(code);
});

test('readOpinion refuses an opinion that is older than the first rule about opinions', () => {
  expect(readOpinion(opinion().replaceAll('2026', '1999'))).toEqual({
    issues: [expect.objectContaining({ code: 'opinion_unreadable' })],
  });
});

test('readOpinion quickly reads a malicious text that is made to slow it down', () => {
  const begun = Date.now();
  for (const part of ['periodo', ' periodo a', 'a, ', '.', 'POSITIVO.', 'crédito 1']) {
    readOpinion(opinion('NEGATIVO', 'N', part.repeat(400_000 / part.length)));
    readOpinion(opinion(`NEGATIVO${part.repeat(400_000 / part.length)}`, 'N'));
  }
  expect(Date.now() - begun).toBeLessThan(60_000);
});
