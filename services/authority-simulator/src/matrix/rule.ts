/**
 * A rule of an SAT matrix: its code, the attribute that it checks, the requirement in the words of the
 * PAC's response, and a function that returns whether a subject breaks the rule.
 */
export type Rule<S> = readonly [
  code: string,
  field: string,
  demand: string,
  isBroken: (subject: S) => boolean,
];

/** A rule that a document breaks. */
export interface Breach {
  readonly code: string;
  readonly field: string;
  readonly demand: string;
}

/** Checks all rules for one kind of subject, such as the document, each concept or each tax line. */
export type Table<D> = (document: D, found: Breach[]) => void;

export function table<D, S>(
  subjects: (document: D) => readonly S[],
  rules: readonly Rule<S>[],
): Table<D> {
  return (document, found) => {
    for (const subject of subjects(document)) {
      for (const rule of rules) {
        if (rule[3](subject)) found.push({ code: rule[0], field: rule[1], demand: rule[2] });
      }
    }
  };
}

/**
 * Checks the rule tables in order, and adds the rules that the document breaks to the result. A PAC returns
 * only the first of these broken rules.
 */
export function addBreaches<D>(tables: readonly Table<D>[], document: D, found: Breach[]): void {
  for (const one of tables) one(document, found);
}
