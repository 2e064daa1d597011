// The shell completions of the command `timbre` for three shells. The completions also define the
// command `timbre`, which runs npm in this clone.
import { commands, firstWords, verbsOf } from './timbre-commands.mjs';

/**
 * @param {string} takes
 * @returns {string[]}
 */
const optionsIn = (takes) => takes.match(/--[a-z-]+/g) ?? [];

/** The words that can follow a command, or a command with its verb. */
const followers = [
  ...firstWords.flatMap((word) =>
    verbsOf(word).length ? [{ words: word, next: verbsOf(word) }] : [],
  ),
  ...commands.map(({ words, takes }) => ({ words, next: optionsIn(takes) })),
  { words: 'completion', next: ['bash', 'zsh', 'fish'] },
];

/** @param {string} root the root folder of this clone */
const bash = (root) => `timbre() { npm --prefix '${root}' run -s timbre -- "$@"; }
_timbre() {
  local words="\${COMP_WORDS[*]:1:COMP_CWORD-1}" next=''
  case "$words" in
    '') next='${firstWords.join(' ')}' ;;
${followers.map(({ words, next }) => `    '${words}'*) next='${next.join(' ')}' ;;`).reverse().join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _timbre timbre
`; // prettier-ignore

/** @param {string} root the root folder of this clone */
const zsh = (root) =>
  `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${bash(root)}`;

/** @param {string} root the root folder of this clone */
const fish = (root) => `function timbre; npm --prefix '${root}' run -s timbre -- $argv; end
complete -c timbre -n __fish_use_subcommand -f -a '${firstWords.join(' ')}'
${followers
  .map(({ words, next }) => {
    const seen = words.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    return `complete -c timbre -n '${seen.join('; and ')}' -a '${next.join(' ')}'`;
  })
  .join('\n')}
`;

/**
 * The completion scripts, keyed by the name of the shell.
 * @type {Record<string, (root: string) => string>}
 */
export const completions = { bash, zsh, fish };
