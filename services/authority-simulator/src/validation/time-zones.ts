/**
 * Zone of a postal code: the first code of each run of codes with the same zone.
 * Source: SAT c_CodigoPostal, release 2026-10-01 (fields of the Ley de los Husos Horarios, 2022),
 * zones as IANA names; read 2026-11-21.
 */
const ZONE_RUNS: readonly (readonly [firstCode: string, zone: string])[] = [
  ['01000', 'America/Mexico_City'],
  ['21000', 'America/Tijuana'],
  ['23000', 'America/Mazatlan'],
  ['24000', 'America/Mexico_City'],
  ['26000', 'America/Matamoros'],
  ['26340', 'America/Mexico_City'],
  ['26400', 'America/Matamoros'],
  ['26700', 'America/Mexico_City'],
  ['27500', 'America/Matamoros'],
  ['27550', 'America/Mexico_City'],
  ['31000', 'America/Chihuahua'],
  ['31820', 'America/Ciudad_Juarez'],
  ['31850', 'America/Chihuahua'],
  ['32000', 'America/Ciudad_Juarez'],
  ['32800', 'America/Chihuahua'],
  ['34000', 'America/Mexico_City'],
  ['63000', 'America/Mazatlan'],
  ['63726', 'America/Mexico_City'],
  ['63740', 'America/Mazatlan'],
  ['64000', 'America/Mexico_City'],
  ['65000', 'America/Matamoros'],
  ['65070', 'America/Mexico_City'],
  ['77000', 'America/Cancun'],
  ['78000', 'America/Mexico_City'],
  ['80000', 'America/Mazatlan'],
  ['83000', 'America/Hermosillo'],
  ['86000', 'America/Mexico_City'],
  ['87300', 'America/Matamoros'],
  ['87600', 'America/Mexico_City'],
  ['88000', 'America/Matamoros'],
  ['88880', 'America/Mexico_City'],
  ['88900', 'America/Matamoros'],
  ['89000', 'America/Mexico_City'],
];

/** IANA zone of the place of issue; central Mexico for a code before the first run. */
export function zoneOfPostalCode(postalCode: string): string {
  return ZONE_RUNS.findLast(([first]) => first <= postalCode)?.[1] ?? 'America/Mexico_City';
}
