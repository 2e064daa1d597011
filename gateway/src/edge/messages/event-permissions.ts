import { eventTypes } from '@timbre/api';
import type { Principal } from '../../identity';

const needed = [...new Set(eventTypes.map(({ permission }) => permission))];

/** Returns those of a credential's permissions that public events require. */
export const eventPermissions = ({ permissions }: Principal): string[] =>
  needed.filter((permission) => permissions.has(permission));
