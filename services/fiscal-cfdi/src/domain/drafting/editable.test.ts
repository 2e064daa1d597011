import { refusedEdit } from './editable';

describe('refusedEdit', () => {
  it.each([
    ['draft', 'draft', undefined],
    ['draft', 'rejected', undefined],
    ['draft', 'stamping', 'stamping_in_progress'],
    ['draft', 'unknown', 'stamping_in_progress'],
    ['valid', 'stamped', 'not_a_draft'],
    ['canceled', 'stamped', 'not_a_draft'],
  ] as const)('the refusal to edit a %s in stage %s has the reason %s', (status, stage, reason) => {
    expect(refusedEdit({ status, stage }, 'CFDI')?.reason).toBe(reason);
  });
});
