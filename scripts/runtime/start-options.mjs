// Parses the options of `npm start`, and creates the messages about invalid options.
import { parseArgs } from 'node:util';
import { SetupError } from './command.mjs';
import { environments } from './environments.mjs';

/**
 * @typedef {import('./environments.mjs').Environment} Environment
 */

/**
 * The parsed options of `npm start`.
 * @typedef {object} StartOptions
 * @property {boolean} once
 * @property {boolean} fresh
 * @property {Environment} environment
 * @property {string | undefined} demo the name of the demo, if the user chose a demo
 * @property {import('./environments.mjs').RunDemo} runDemo
 */

const names = Object.keys(environments);
const demosOf = (/** @type {Environment} */ { demos }) => Object.keys(demos);

export const startUsage = `usage: npm start [-- OPTION…]

--once                    ends after the demo, with status 0 if it succeeded
--fresh                   starts over: deletes all data of this clone, but not what it has downloaded
--demo NAME               ${demosOf(environments.sandbox).join(', ')}: the demo to run, without it the first; if this
                          clone is running already, the demo runs there and ends
--environment production  runs as in production against a simulated SAT, with the demo ${demosOf(environments.production).join(', ')}
--help                    prints this

PORT=8081 npm start       serves the API on that port; a later start takes the same ports again
`;

/**
 * @param {string[]} args
 * @returns {StartOptions | undefined} the options; undefined if the user requests help
 * @throws {SetupError} if an option or a value is invalid; the message names it
 */
export function startOptions(args) {
  const values = parsed(args);
  if (values.help) return undefined;
  const environment = Object.entries(environments).find(([name]) => name === values.environment);
  if (!environment) throw wrong(`There is no environment ${values.environment}`, names);
  const demos = Object.entries(environment[1].demos);
  const demo = values.demo ? demos.find(([name]) => name === values.demo) : demos[0];
  if (!demo)
    throw wrong(
      `The environment ${environment[0]} has no demo ${values.demo}`,
      demosOf(environment[1]),
    );
  return { ...values, demo: values.demo, environment: environment[1], runDemo: demo[1] };
}

/** @param {string[]} args */
function parsed(args) {
  try {
    const boolean = /** @type {const} */ ({ type: 'boolean', default: false });
    return parseArgs({
      args,
      options: {
        once: boolean,
        fresh: boolean,
        demo: { type: 'string' },
        environment: { type: 'string', default: 'sandbox' },
        help: { ...boolean, short: 'h' },
      },
    }).values;
  } catch (error) {
    // The message contains only the first sentence of Node's message. The other sentences of the message are
    // about positional arguments, which this command does not have.
    const [said] = /** @type {Error} */ (error).message.split(/\. |\n/);
    throw new SetupError(`${said}.\n\n${startUsage}`);
  }
}

/**
 * @param {string} sentence
 * @param {string[]} choices
 */
const wrong = (sentence, choices) =>
  new SetupError(`${sentence}; choose ${choices.join(', ')}.\n\n${startUsage}`);
