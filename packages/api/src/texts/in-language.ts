import type { Issue, MessageText } from '@timbre/fiscal';
import { firstIn } from '@timbre/fiscal';
import type { Language } from './language';
import { spanishOfRefusal, spanishOfWord } from './spanish';
import { renderText } from './text';

const own = (words: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

/** Returns the message of an issue or a warning in a language. */
export function issueIn(
  language: Language,
  { code, message, text }: Pick<Issue, 'code' | 'message' | 'text'>,
): string {
  if (language === 'en') return message;
  return (
    (text && renderText(text, language)) ?? own(spanishOfWord, code) ?? satRule(code) ?? message
  );
}

/**
 * Returns the text for an issue that has only a code of the SAT's matrices and no text of its own.
 * An earlier release stored such issues, and payroll receipts have such issues.
 */
const satRule = (code: string): string | undefined =>
  /^(CFDI|CRP|NOM|Reten)\d+$/.test(code)
    ? `El documento no cumple la regla ${code} de la matriz de errores del SAT.`
    : undefined;

/** The members of an error response that determine its message. */
interface Refused {
  code: string;
  message: string;
  details: {
    text?: MessageText;
    reason?: string;
    issues?: Pick<Issue, 'code' | 'message' | 'text'>[];
  };
}

/**
 * Returns the message of an error response in a language: the message of its only issue, of its
 * reason, or of its code.
 */
export function refusalIn(language: Language, { code, message, details }: Refused): string {
  if (language === 'en') return message;
  const { text, reason, issues = [] } = details;
  const said = text && renderText(text, language);
  if (said) return said;
  if (code === 'validation_error' && issues.length === 1) return issueIn(language, firstIn(issues));
  if (code === 'validation_error' && issues.length > 1) {
    return `La solicitud tiene ${issues.length} fallas; vea details.issues.`;
  }
  return own(spanishOfWord, reason ?? '') ?? own(spanishOfRefusal, code) ?? message;
}
