import { countSurvived } from '@timbre/kit';
import type { WithAddenda } from '../../domain/complements/addenda';
import { storedXml } from '../../domain/stamping/stamped';

/**
 * Returns the bytes of a stamped document as they are stored, with its addenda. The document is valid at the SAT
 * already, so an addenda that cannot be written is left out and counted: it is no part of the sealed content.
 */
export function storedStamp(xml: string, document: WithAddenda): Buffer {
  try {
    return Buffer.from(storedXml(xml, document));
  } catch {
    // Nothing is lost: the stamp is stored, and the metric shows that its addenda is missing.
    countSurvived('the addenda of a stamp');
    return Buffer.from(xml);
  }
}
