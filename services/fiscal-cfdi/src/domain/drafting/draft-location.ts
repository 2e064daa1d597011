import { addressLine, type Issue } from '@timbre/fiscal';
import type { DraftInput } from './draft';
import type { DraftSources } from './draft-sources';

const locationOf = ({ locationId }: DraftInput, { locations = [] }: DraftSources) =>
  locations.find((found) => found.locationId === locationId?.toLowerCase());

/**
 * Adds the location's postal code to the input as the place of issue, unless the input already has
 * a place of issue. The function also adds the branch's name, address and phone for printed
 * documents.
 */
export function atLocation(input: DraftInput, sources: DraftSources): DraftInput {
  const { branch: _, ...given } = input;
  const location = locationOf(input, sources);
  if (!location) return given;
  const { locationId, fields = {} } = location;
  const { name, address, phone, postalCode } = fields;
  const branch = [name, address && addressLine(address), phone].filter(Boolean).join(', ');
  return {
    ...given,
    locationId,
    placeOfIssue: input.placeOfIssue ?? postalCode,
    ...(branch && { branch }),
  };
}

/**
 * Checks the branch (location) of a draft.
 * - location_not_found: in `missing`
 * - location_archived
 */
export function resolveLocation(
  input: DraftInput,
  sources: DraftSources,
): { missing: Issue[]; issues: Issue[] } {
  if (input.locationId === undefined) return { missing: [], issues: [] };
  const location = locationOf(input, sources);
  const at = (code: string, message: string): Issue[] => [{ path: ['locationId'], code, message }];
  if (!location) {
    const message = 'No location with this identifier exists in your organization.';
    return { missing: at('location_not_found', message), issues: [] };
  }
  const issues = location.active ? [] : at('location_archived', 'The location is archived.');
  return { missing: [], issues };
}
