import { eventTypes } from '@timbre/api';
import type { Principal } from '../../identity';

const needed = [...new Set(eventTypes.map(({ permission }) => permission))];

/** Returns the permissions of a credential that public events require. */
export const eventPermissions = ({ permissions }: Principal): string[] =>
  needed.filter((permission) => permissions.has(permission));
