// Replaces values in recorded JSON that differ between runs, and values that must remain private.
import { exampleUrl } from './openapi-document.mjs';

/** The day that all recorded examples show. */
const stableDay = '2026-11-27';
const dayMs = 86_400_000;

/**
 * @param {string} text the JSON text
 * @param {number} [nowMs] the time of the recording, in epoch milliseconds
 */
export function stableText(text, nowMs = Date.now()) {
  return [
    withUrl,
    withoutPeople,
    withIdentifiers,
    withoutSecrets,
    (/** @type {string} */ given) => withDays(given, nowMs),
  ].reduce((given, replace) => replace(given), text);
}

/** @param {string} text */
const withUrl = (text) => text.replaceAll(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, exampleUrl);

/**
 * Replaces the domains of mail addresses with an example domain.
 * @param {string} text
 */
const withoutPeople = (text) =>
  text.replaceAll(/([\w.+-]+)@(?![\w.-]*example)[\w.-]+\.\w+/g, '$1@example.com');

/**
 * Replaces each identifier with a number, in the order of first occurrence.
 * @param {string} text
 */
function withIdentifiers(text) {
  /** @type {Map<string, string>} */
  const known = new Map();
  const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
  return text.replaceAll(uuid, (given) => {
    const key = given.toLowerCase();
    const number = String(known.size + 1).padStart(12, '0');
    const stable = known.get(key) ?? `019ac0de-7000-7000-8000-${number}`;
    known.set(key, stable);
    return given === key ? stable : stable.toUpperCase();
  });
}

/**
 * Truncates files to their beginning, and replaces the letters of keys, tokens, hashes and cursors.
 * @param {string} text
 */
function withoutSecrets(text) {
  return text
    .replaceAll(/[A-Za-z0-9+/]{240,}={0,2}/g, (file) => file.slice(0, 80))
    .replaceAll(base64, (given, prefix, random) =>
      isRandom(random) ? `"${prefix}${filled('Example0', random.length)}"` : given,
    )
    .replaceAll(/\b[0-9a-f]{40,}\b/g, (given) => filled('0123456789abcdef', given.length))
    .replaceAll(/(?<![\w@.])(?:whsec_|[a-z]{2,8}_)?[\w-]{22,}={0,2}(?![\w@])/g, (given) =>
      isRandom(given) ? withoutLetters(given) : given,
    );
}

/**
 * Matches a whole value in base64, which can contain slashes. A value that begins with a slash is a path,
 * which must not match.
 */
const base64 = /"((?:[a-z]{2,8}_)*)(?!\/)([A-Za-z0-9+/]{22,}={0,2})"/g;

/**
 * Whether a token is random. Ordinary words do not mix digits, capital letters and small letters.
 * @param
 * {string} token
 */
const isRandom = (token) => /[A-Z]/.test(token) && /[a-z]/.test(token) && /\d/.test(token);

/** @param {string} token */
function withoutLetters(token) {
  const [prefix = ''] = /^(?:[a-z]{2,8}_)*/.exec(token) ?? [];
  return prefix + filled('Example0', token.length - prefix.length);
}

/**
 * @param {string} letters
 * @param {number} length
 */
const filled = (letters, length) =>
  letters.repeat(Math.ceil(length / letters.length)).slice(0, length);

/**
 * Replaces the day of the recording with the stable day, and shifts days that were computed from it. The
 * instants in an example follow each other by minutes, in their original order.
 * @param {string} text
 * @param {number} nowMs
 */
function withDays(text, nowMs) {
  const shiftMs = Date.parse(stableDay) - Math.floor(nowMs / dayMs) * dayMs;
  const isOfRun = (/** @type {string} */ day) =>
    Date.parse(day) >= nowMs - 2 * dayMs && Date.parse(day) < nowMs + 500 * dayMs;
  const stable = (/** @type {string} */ day) =>
    new Date(Date.parse(day) + shiftMs).toISOString().slice(0, 10);
  const moment = /(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d+)?)?/g;
  const order = [...new Set([...text.matchAll(moment)].map(([given]) => given))].sort();
  return text.replaceAll(moment, (given, day, clock) => {
    if (!isOfRun(day)) return given;
    if (clock === undefined) return stable(day);
    const minute = String(order.indexOf(given) % 60).padStart(2, '0');
    return `${stable(day)}T16:${minute}:00${given.includes('.') ? '.000' : ''}`;
  });
}
