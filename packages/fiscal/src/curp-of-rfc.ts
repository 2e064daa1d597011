import { Curp } from './curp';
import { Rfc } from './rfc';

/**
 * The first letters and the date of the invented RFCs that sandbox scenarios use. These RFCs may be
 * combined with any CURP.
 */
export const sandboxPersonStem = 'TIMB010101';
/** The stem of the CURP for workers without a CURP (guide of the payroll complement). */
const genericCurpStem = 'XEXX010101';

/**
 * Whether a CURP and an RFC can belong to the same person: both contain the same date of birth, and both can
 * be derived from the same name. The two registries derive the letters in the same way, with four exceptions.
 * Ñ becomes X in a CURP. In a forbidden word, the second letter of a CURP and the fourth letter of an RFC are
 * X. For a person with only one surname, the RFC has the first two letters of the surname and two letters of
 * the given name. For a surname of one or two letters, the RFC has only the first letter of the surname. The
 * function does not compare homoclave, sex and state. The function returns true if a text is not a CURP, is
 * not the RFC of a person, or is a generic CURP or RFC.
 */
export function isCurpOfRfc(curpText: string, rfcText: string): boolean {
  const [curp, rfc] = [Curp.parse(curpText), Rfc.parse(rfcText)];
  if (curp === undefined || rfc?.kind !== 'fisica' || rfc.isGeneric()) return true;
  if (curpText.startsWith(genericCurpStem) || rfcText.startsWith(sandboxPersonStem)) return true;
  return curpText.slice(4, 10) === rfcText.slice(4, 10) && canBeOneName(curpText, rfcText);
}

/**
 * For each kind of name, the position in the CURP of each letter of the RFC; undefined means that the RFC may
 * have any letter.
 */
const readings: readonly (readonly (number | undefined)[])[] = [
  [0, 1, 2, 3],
  // Without a second surname: both letters of the first surname, then two letters of the given name.
  [0, undefined, 3, undefined],
  // With a short first surname: its first letter, the first letter of the second surname, then two letters
  // of the given name.
  [0, 2, 3, undefined],
];

function canBeOneName(curp: string, rfc: string): boolean {
  const [, noSecondSurname] = readings;
  return readings.some((places) => {
    if (places === noSecondSurname && curp.charAt(2) !== 'X') return false;
    return places.every((place, index) => place === undefined || isLetter(curp, place, rfc, index));
  });
}

function isLetter(curp: string, place: number, rfc: string, index: number): boolean {
  const [ofCurp, ofRfc] = [curp.charAt(place), rfc.charAt(index)];
  if (ofCurp === ofRfc) return true;
  // In a CURP, X replaces Ñ, a missing vowel of the surname, and a letter of a forbidden word.
  if (ofCurp === 'X') return ofRfc === 'Ñ' || place === 1;
  return index === 3 && ofRfc === 'X';
}
