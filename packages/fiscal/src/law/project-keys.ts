/** The name in a setting that represents the keys of the project. */
export const projectName = 'timbre';

/**
 * The Ed25519 public keys that verify the project's law packs, 32 bytes each in base64. The private keys are
 * not in the repository: docs/law-packs.md describes who has them and how a key is replaced.
 */
export const projectKeys: readonly string[] = ['yBWF0kYbe/hkt5M3oF3ErT/cx9ft7PjWS8ZhUxeBbQs='];

/** Returns the public keys in a setting, in which `timbre` represents the keys of the project. */
export function publicKeysOf(trusted: readonly string[]): string[] {
  return trusted.flatMap((one) => (one === projectName ? projectKeys : [one]));
}
