import type { DraftInput } from './draft';
import { atLocation } from './draft-location';

const input = { kind: 'income', items: [], locationId: 'L1', branch: 'of an earlier draft' };
const branch = {
  locationId: 'l1',
  active: true,
  fields: {
    name: 'Sucursal Centro',
    postalCode: '42000',
    address: { street: 'Av. Juárez', exterior: '12', city: 'Pachuca', postalCode: '42000' },
    phone: '771 555 0101',
  },
};
const at = (given: object, ...locations: (typeof branch)[]) =>
  atLocation(given as DraftInput, { contacts: [], products: [], locations });

it("a draft of a branch has the branch's postal code, and its name, address and phone for the PDF", () => {
  expect(at(input, branch)).toMatchObject({
    locationId: 'l1',
    placeOfIssue: '42000',
    branch: 'Sucursal Centro, Av. Juárez 12, Pachuca, 771 555 0101',
  });
});

it("a place of issue in the request takes precedence over the branch's postal code", () => {
  expect(at({ ...input, placeOfIssue: '06000' }, branch)).toMatchObject({ placeOfIssue: '06000' });
});

it('the PDF of a draft without a branch contains no branch name', () => {
  expect(at(input)).not.toHaveProperty('branch');
});
