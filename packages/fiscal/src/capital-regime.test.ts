import { endsInCapitalRegime } from './capital-regime';

describe('endsInCapitalRegime', () => {
  it.each([
    'KEMPER URGATE SA DE CV',
    'KEMPER URGATE, S.A. DE C.V.',
    'Kemper Urgate, s.a. de c.v.',
    'KEMPER URGATE S. A. DE C. V.',
    'KEMPER URGATE,S.A.DE C.V',
    'KEMPER URGATE S.A. DEC.V.',
    'KEMPER URGATE SA',
    'KEMPER URGATE S.A.B. de C.V.',
    'KEMPER URGATE SAPI DE CV',
    'KEMPER URGATE S.A.P.I.',
    'KEMPER URGATE S.A.S.',
    'KEMPER URGATE SAS DE CV',
    'KEMPER URGATE S DE RL',
    'KEMPER URGATE S. DE R.L. DE C.V.',
    'KEMPER URGATE S DE RL MI',
    'KEMPER URGATE S. de R.L. M.I.',
    'KEMPER URGATE SC',
    'KEMPER URGATE, S.C.',
    'KEMPER URGATE SC DE RL DE CV',
    'KEMPER URGATE S.C.L.',
    'KEMPER URGATE A.C.',
    'KEMPER URGATE S EN C',
    'KEMPER URGATE S. EN C. POR A.',
    'KEMPER URGATE SPR DE RL',
    'KEMPER URGATE S.P.R. DE R.L. DE C.V.',
    'KEMPER URGATE IAP',
    'KEMPER URGATE SA DE CV SOFOM ENR',
    'KEMPER URGATE SOCIEDAD ANÓNIMA DE CAPITAL VARIABLE',
    'KEMPER URGATE, SOCIEDAD DE RESPONSABILIDAD LIMITADA',
    '  Kemper   Urgate  S.A.  ',
  ])('the capital regime in %s is recognized', (name) =>
    expect(endsInCapitalRegime(name)).toBe(true),
  );

  it.each([
    'ESCUELA KEMPER URGATE',
    'MASA',
    'SA',
    'LA CASA',
    'CARLOS SACHEZ',
    'DISCO',
    'VITAMINA C',
    'GRUPO CASA SABA',
    'SA DE CV CONSULTORES',
    'EDITORIAL DE CV',
    'FONDO DE RL',
    'COLEGIO DE CONTADORES ASOCIACION CIVIL',
    '',
  ])('no capital regime is found in %j', (name) => expect(endsInCapitalRegime(name)).toBe(false));

  it('the search for a capital regime takes time proportional to the length of the name', () => {
    const start = performance.now();
    expect(endsInCapitalRegime(`${'S A '.repeat(50_000)}X`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
