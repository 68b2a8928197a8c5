/** The purposes of keyed hashes, each with its own key. */
export const hashPurposes = [
  'auth-tries',
  'contact',
  'demo-caller',
  'ended-trial',
  'known-device',
  'request',
] as const
export type HashPurpose = (typeof hashPurposes)[number]
