import { publicBodies } from '@timbre/api';
import { publicListedParty } from './listed-parties';
import { betweenOnly, publicDeclaration, publicOpinion } from './sat-events';
import { publicSync } from './sync-completed';

/** The public forms of all events of this service. */
export const publicBody = publicBodies([
  publicDeclaration,
  publicOpinion,
  publicSync,
  publicListedParty,
  ...betweenOnly,
]);
