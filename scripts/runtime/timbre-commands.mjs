// The commands of `npm run -s timbre -- …`. The usage, the advice for an unknown word and the completions are
// derived from this list.

/**
 * A command with its verb, its arguments and options as in the usage text, and its description.
 * @typedef {[words: string, takes: string, about: string]} Row
 */

// prettier-ignore
/** @type {Row[]} */
const local = [
  ['cfdi show', 'FILE…', 'prints a CFDI as JSON'],
  ['cfdi cadena', 'FILE…', 'prints the cadena original'],
  ['cfdi verify', '[--pac CERTIFICATE.cer]… FILE…', 'judges seal, certificate, dates, totals and stamp'],
  ['cfdi check', 'FILE.json…', 'computes worked examples of taxed sales'],
  ['law build', '[--folder FOLDER] SOURCE.json', 'makes a law pack'],
  ['law sign', '[--key KEY.pem] PACK.json', 'signs a law pack'],
  ['law verify', '[--folder FOLDER] [--trust PUBLIC-KEY]… PACK.json', 'checks a law pack and its signature'],
  ['law diff', '[--folder FOLDER] [--on YYYY-MM-DD] PACK.json [FILE]…', 'prints what a law pack changes'],
  ['law explain', 'PACK.json', 'prints each figure with its legal basis'],
  ['accounts check', 'FILE', 'follows worked examples of receivables'],
  ['payroll check', 'FILE', 'calculates worked examples of payroll'],
  ['payroll import', 'FILE.csv', 'creates an employee for each line'],
  ['reports check', 'FILE', 'computes worked examples of reports'],
  ['listen', '[--forward URL] [--types TYPES] [--secret whsec_…] [--json]', 'prints events and sends them to a local address'],
  ['completion', 'bash|zsh|fish', 'prints completions: source <(npm run -s timbre -- completion bash)'],
];

// prettier-ignore
/**
 * The commands that the gateway runs on its database.
 * @type {Row[]}
 */
const ofOperators = [
  ['organization create', '--name NAME [--owner EMAIL] [--if-missing] [--without-key]', 'creates an organization and prints its key'],
  ['organization list', '', 'lists the organizations'],
  ['organization archive', '--organization ID', 'begins nothing in it any more'],
  ['organization restore', '--organization ID', 'undoes archive'],
  ['organization delete', '--organization ID', 'ends an archived organization'],
  ['organization demand-second-factor', '--organization ID [--off]', 'lets only members with a second factor connect to it'],
  ['member invite', '--organization ID --email EMAIL --role ROLE', 'invites a member and prints the link'],
  ['member login-code', '--email EMAIL', 'prints the codes that wait for an address'],
  ['member link', '--email EMAIL --issuer URL --subject SUBJECT', 'says how another issuer names a member'],
  ['member reset-second-factor', '--email EMAIL', 'turns off the second factor of a member who lost the device'],
  ['credential create', '--organization ID --name NAME [--permissions A,B]', 'makes an API key'],
  ['credential revoke', '--organization ID --credential ID | --key - [--replacements]', 'ends an API key'],
  ['application list', '--organization ID [--email EMAIL]', 'lists connected applications'],
  ['application disconnect', '--organization ID --application ID', 'ends one'],
  ['oauth rotate-keys', '[--exposed]', 'replaces the key that signs access tokens'],
];

export const commands = [...local, ...ofOperators].map(([words, takes, about]) => ({
  words,
  takes,
  about,
}));

const firstOf = (/** @type {string} */ words) => words.split(' ')[0] ?? '';

/** The distinct first words of all commands. */
export const firstWords = [...new Set(commands.map(({ words }) => firstOf(words)))];

/** The first words of the gateway's commands. */
export const operatorWords = new Set(ofOperators.map(([words]) => firstOf(words)));

/**
 * Returns the verbs of a command; empty for a command without verbs.
 * @param {string} command
 */
export const verbsOf = (command) =>
  commands.flatMap(({ words }) => {
    const [first, verb] = words.split(' ');
    return first === command && verb ? [verb] : [];
  });

/**
 * Returns the usage of all commands, or of the commands that begin with a word.
 * @param {string} [command]
 */
export function usageOf(command) {
  const shown = commands.filter(({ words }) => !command || firstOf(words) === command);
  const lines = shown.map(
    ({ words, takes, about }) => `timbre ${`${words} ${takes}`.trim()}\n    ${about}`,
  );
  const note = shown.some(({ words }) => operatorWords.has(firstOf(words)))
    ? `\n${[...operatorWords].join(', ')} work on the running npm start (with --environment\n` +
      'production on that one), or where TIMBRE_DATABASE_URL and the like are set (docs/operations.md).\n'
    : '';
  return `usage: npm run -s timbre -- COMMAND\n\n${lines.join('\n')}\n${note}`;
}

/**
 * Whether the word after an option is the value of the option.
 * @param {string} takes
 * @param {string | undefined} option
 */
const takesValue = (takes, option) =>
  option !== undefined &&
  option.startsWith('--') &&
  takes.includes(`${option} `) &&
  !takes.includes(`[${option}]`);

/**
 * Returns the message for an option that the command does not have; `undefined` if the command has all given
 * options or does not exist.
 * @param {string} first
 * @param {string | undefined} verb
 * @param {string[]} args the arguments after the first word
 */
export function unknownOption(first, verb, args) {
  const row = commands.find(({ words }) => [first, `${first} ${verb}`].includes(words));
  if (!row) return undefined;
  const own = row.takes.match(/--[a-z-]+/g) ?? [];
  const known = operatorWords.has(first) ? [...own, '--environment'] : own;
  const end = args.indexOf('--');
  const given = end < 0 ? args : args.slice(0, end);
  const named = given
    .filter((word, at) => /^-[^-]|^--./.test(word) && !takesValue(row.takes, given[at - 1]))
    .map((word) => word.split('=')[0]);
  const unknown = named.find((name) => name && !known.includes(name));
  return unknown && `timbre ${row.words} has no option ${unknown}.\n\n${usageOf(first)}`;
}
