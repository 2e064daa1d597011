import type { Text } from './language';

/**
 * The texts about complements in XML that violate the SAT's schema. `at` is the path of the wrong element or
 * attribute.
 */
export const complementXml = {
  xml_form: {
    en: '{at} is not valid; a valid value is {example}.',
    es: '{at} no es válido; un valor válido es {example}.',
  },
  xml_not_beside: {
    en: '{at} cannot be used together with {other}.',
    es: '{at} no puede ir junto con {other}.',
  },
  xml_number: {
    en: '{at} must be a number with at most {decimals} decimals.',
    es: '{at} debe ser un número con {decimals} decimales como máximo.',
  },
  xml_number_any: { en: '{at} must be a number.', es: '{at} debe ser un número.' },
  xml_number_between: {
    en: '{at} must be a number from {least} to {most} with at most {decimals} decimals.',
    es: '{at} debe ser un número de {least} a {most} con {decimals} decimales como máximo.',
  },
  xml_number_dotted: {
    en: '{at} must be a number of at least {least} that is written with {decimals} decimals.',
    es: '{at} debe ser un número mayor o igual que {least}, escrito con {decimals} decimales.',
  },
  xml_number_least: {
    en: '{at} must be a number of at least {least} with at most {decimals} decimals.',
    es: '{at} debe ser un número mayor o igual que {least} con {decimals} decimales como máximo.',
  },
  xml_out_of_order: {
    en: '{at} is out of order; the order is {order}.',
    es: '{at} está fuera de orden; el orden es {order}.',
  },
  xml_part_missing: { en: '{at} is required.', es: '{at} es obligatorio.' },
  xml_part_unknown: {
    en: 'The SAT’s schema does not allow {at}.',
    es: 'El esquema del SAT no admite {at}.',
  },
  xml_part_unknown_of: {
    en: 'The SAT’s schema does not allow {at}. It allows here: {allowed}.',
    es: 'El esquema del SAT no admite {at}. Aquí admite: {allowed}.',
  },
  xml_repeated: {
    en: '{at} is one too many: the SAT’s schema allows {most}.',
    es: '{at} sobra: el esquema del SAT admite {most}.',
  },
  xml_text_barless: {
    en: '{at} must be text of 1 to {max} characters without "|".',
    es: '{at} debe ser un texto de 1 a {max} caracteres sin "|".',
  },
  xml_text_between: {
    en: '{at} must be text of {min} to {max} characters.',
    es: '{at} debe ser un texto de {min} a {max} caracteres.',
  },
  xml_text_empty: { en: '{at} must not be empty.', es: '{at} no puede estar vacío.' },
  xml_text_length: {
    en: '{at} must be text of {length} characters.',
    es: '{at} debe ser un texto de {length} caracteres.',
  },
  xml_text_not_allowed: {
    en: '{at} does not allow text.',
    es: '{at} no admite texto.',
  },
  xml_word: { en: '{at} must be "{word}".', es: '{at} debe ser "{word}".' },
  xml_words: { en: '{at} must be one of: {words}.', es: '{at} debe ser uno de: {words}.' },
} satisfies Record<string, Text>;
