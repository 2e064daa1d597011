import type { Language } from './language';

/**
 * The Spanish translations of the words in legal bases, with longer phrases first. Names of laws
 * are not translated.
 */
const spanish: readonly [english: RegExp, spanish: string][] = [
  [
    /^Not law: the published rates of 2025 and 2026 are within a third of these$/,
    'No es ley: las cuotas publicadas de 2025 y 2026 difieren de estas en menos de un tercio',
  ],
  [/\bCONASAMI resolution DOF\b/g, 'Resolución de la CONASAMI DOF'],
  [/\bLISR regulation\b/g, 'Reglamento de la LISR'],
  [/\bits regulation\b/g, 'su reglamento'],
  [/\bINFONAVIT law\b/g, 'Ley del INFONAVIT'],
  [/\blaw of the UMA\b/gi, 'Ley de la UMA'],
  [/\bConstitution\b/g, 'Constitución'],
  [/\bPayroll complement\b/g, 'Complemento de nómina'],
  [/\bcomplement\b/g, 'complemento'],
  [/\bvalidation matrix\b/g, 'matriz de validación'],
  [/\brevision\b/g, 'revisión'],
  [/\bAnnex\b/g, 'Anexo'],
  [/\bDecree\b/g, 'Decreto'],
  [/\bdecree\b/g, 'decreto'],
  [/\bagreement\b/g, 'acuerdo'],
  [/\btransitionals second and fourth\b/g, 'transitorios segundo y cuarto'],
  [/\bsecond transitional\b/g, 'segundo transitorio'],
  [/\btransitional article\b/g, 'artículo transitorio'],
  [/\btenth article\b/g, 'artículo décimo'],
  [/\bsecond sentence\b/g, 'segunda oración'],
  [/\bfirst and second paragraph\b/g, 'párrafos primero y segundo'],
  [/\bfirst paragraph\b/g, 'primer párrafo'],
  [/\bsecond paragraph\b/g, 'segundo párrafo'],
  [/\bthird paragraph\b/g, 'tercer párrafo'],
  [/\bsixth paragraph\b/g, 'sexto párrafo'],
  [/\blimit paragraph\b/g, 'párrafo del límite'],
  [/\bfor the premium of each company\b/g, 'para la prima de cada empresa'],
  [/\buntil the reform\b/g, 'hasta la reforma'],
  [/\breform\b/g, 'reforma'],
  [/\bfrom the Nov-Dec bimester\b/g, 'desde el bimestre noviembre-diciembre'],
  [/\bbefore DOF\b/g, 'antes del DOF'],
  [/\bits day after the issue\b/g, 'su día posterior a la expedición'],
  [/\blast extended\b/g, 'prorrogado por última vez'],
  [/\brepealed\b/g, 'derogado'],
  [/\band\b/g, 'y'],
  [/\bto\b/g, 'a'],
];

/** Translates a legal basis, which is English in law tables and law packs. */
export const legalBasisIn = (language: Language, legalBasis: string): string =>
  language === 'en'
    ? legalBasis
    : spanish.reduce((text, [english, words]) => text.replace(english, words), legalBasis);
