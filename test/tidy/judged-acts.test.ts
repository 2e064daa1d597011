import { acts } from '../../gateway/src/edge/acts/acts';
import { amountsOfOwners } from '../../gateway/src/edge/acts/owner-amounts';

// That an act compares what was judged is no matter of reading its text: kit fails a judged command that does
// not (packages/kit/src/operation/compared.ts).
it('an act has an amount that its owner computes, or none computes it', () => {
  const judged = Object.entries(acts).filter(([, act]) => !act.readsNothing);
  const owned = judged.filter(([, { amount }]) => amount === 'owner');
  expect(owned.map(([operation]) => operation)).toEqual(Object.keys(amountsOfOwners));
  expect(owned.filter(([, { computedName }]) => computedName === undefined)).toEqual([]);
});
