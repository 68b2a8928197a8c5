/** What keyed hashes are made for, each with a key of its own. */
export const hashPurposes = ['auth-tries', 'contact', 'demo-caller', 'ended-trial', 'known-device'] as const
export type HashPurpose = (typeof hashPurposes)[number]
