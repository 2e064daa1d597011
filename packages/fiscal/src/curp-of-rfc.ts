import { Curp } from './curp';
import { Rfc } from './rfc';

/** The RFCs of the sandbox's scenarios are invented and may stand in any document. */
export const sandboxPersonStem = 'TIMB010101';
/** CURP for a worker without one (guide of the payroll complement). */
const genericCurpStem = 'XEXX010101';

/**
 * Whether a CURP can be of the person of an RFC: the same date of birth, and letters that the same
 * name can give. The two registries read names alike but for: Ñ, which is X in a CURP; a forbidden
 * word, whose second letter is X in a CURP and whose fourth is X in an RFC; a single surname, of
 * which an RFC takes the first two letters and two of the name; and a surname of one or two
 * letters, of which an RFC takes only the first. Homoclave, sex and state are not compared. Texts
 * that are no RFC of a person or no CURP, and the generic ones, contradict nothing.
 */
export function isCurpOfRfc(curpText: string, rfcText: string): boolean {
  const [curp, rfc] = [Curp.parse(curpText), Rfc.parse(rfcText)];
  if (curp === undefined || rfc?.kind !== 'fisica' || rfc.isGeneric()) return true;
  if (curpText.startsWith(genericCurpStem) || rfcText.startsWith(sandboxPersonStem)) return true;
  return curpText.slice(4, 10) === rfcText.slice(4, 10) && canBeOneName(curpText, rfcText);
}

/** The places of the letters of an RFC in a CURP, by the kind of name; undefined is any letter. */
const readings: readonly (readonly (number | undefined)[])[] = [
  [0, 1, 2, 3],
  // No second surname: both letters of the first one, then two of the name.
  [0, undefined, 3, undefined],
  // A short first surname: its first letter, that of the second, then two of the name.
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
  // A CURP has X for Ñ, for a vowel that the surname lacks and in a forbidden word.
  if (ofCurp === 'X') return ofRfc === 'Ñ' || place === 1;
  return index === 3 && ofRfc === 'X';
}
