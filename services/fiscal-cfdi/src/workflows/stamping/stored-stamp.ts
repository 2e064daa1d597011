import { countSurvived } from '@timbre/kit';
import type { WithAddenda } from '../../domain/complements/addenda';
import { storedXml } from '../../domain/stamping/stamped';

/**
 * Returns the bytes of a stamped document, including its addenda, as they are stored. The document is
 * already valid at the SAT, so an addenda that cannot be written is omitted and counted; the addenda is not
 * part of the sealed content.
 */
export function storedStamp(xml: string, document: WithAddenda): Buffer {
  try {
    return Buffer.from(storedXml(xml, document));
  } catch {
    // The exception is ignored, because the stamp is stored and the metric shows that its addenda is
    // missing.
    countSurvived('the addenda of a stamp');
    return Buffer.from(xml);
  }
}
