/** The first one signs and encrypts; the others, from before a rotation, are still accepted. */
export type Secrets = readonly [string, ...string[]]

/** Returns the current secret, followed by the previous one if it differs. */
export function getSecrets(current: string, previous: string | undefined): Secrets {
  return previous === undefined || previous === current ? [current] : [current, previous]
}
