import type { Issue } from '@timbre/fiscal';
import type { z } from 'zod';
import type { input } from './shape';

type Value = z.output<typeof input>;

/** The codes of entities that are not states: the nation and its five constituencies. */
const national = ['NAC', 'CR1', 'CR2', 'CR3', 'CR4', 'CR5'];

/**
 * Checks the rules of the SAT's matrix of INE 1.1.
 *
 * - ine_committee_missing: the process Ordinario requires a committee (INE180)
 * - ine_committee_not_allowed: only the process Ordinario may have a committee (INE182)
 * - ine_accounting_id_not_allowed: only a national committee of the process Ordinario may have an accounting id
 *   for the whole complement (INE183, INE185)
 * - ine_entities_missing: a campaign, and a committee of a state, must name the states concerned (INE181,
 *   INE186)
 * - ine_entities_not_allowed: a national executive committee cannot name states (INE184)
 * - ine_scope_missing: in a campaign, each state requires its scope (INE181)
 * - ine_scope_not_allowed: a committee of a state cannot have a scope (INE186)
 * - ine_entity_repeated: a state may be listed only once with each scope (INE187)
 * - ine_scope_not_of_state: the codes of the nation and of its constituencies cannot have the local scope
 *   (INE188)
 */
export function issues(value: Value): Issue[] {
  const { process, committee, accountingId, entities = [] } = value;
  const found: Issue[] = [];
  const add = (path: (string | number)[], code: string, message: string) =>
    found.push({ path, code, message });
  const isOrdinary = process === 'Ordinario';
  const isNational = committee === 'Ejecutivo Nacional';
  if (isOrdinary && committee === undefined)
    add(['committee'], 'ine_committee_missing', 'Ordinario requires the committee.');
  if (!isOrdinary && committee !== undefined)
    add(['committee'], 'ine_committee_not_allowed', 'Only Ordinario has a committee.');
  if (accountingId !== undefined && !(isOrdinary && isNational)) {
    const message = 'Give the accounting ids in the accounts of their states.';
    add(['accountingId'], 'ine_accounting_id_not_allowed', message);
  }
  if (isOrdinary && isNational && entities.length > 0)
    add(['entities'], 'ine_entities_not_allowed', 'A national executive committee has no states.');
  if (!(isOrdinary && (isNational || committee === undefined)) && entities.length === 0)
    add(['entities'], 'ine_entities_missing', 'Name at least one state.');
  const seen = new Set<string>();
  entities.forEach(({ state, scope }, index) => {
    const at = ['entities', index];
    const key = `${state} ${scope}`;
    if (!isOrdinary && scope === undefined)
      add([...at, 'scope'], 'ine_scope_missing', `${process} requires the scope of each state.`);
    if (isOrdinary && scope !== undefined)
      add([...at, 'scope'], 'ine_scope_not_allowed', 'A committee of a state has no scope.');
    if (scope === 'Local' && national.includes(state))
      add([...at, 'scope'], 'ine_scope_not_of_state', `${state} is not local.`);
    if (seen.has(key)) add(at, 'ine_entity_repeated', `${key} stands twice.`);
    seen.add(key);
  });
  return found;
}
