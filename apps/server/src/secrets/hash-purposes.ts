/** What keyed hashes are made for, each with a key of its own. */
export const hashPurposes = ['contact', 'ended-trial'] as const
export type HashPurpose = (typeof hashPurposes)[number]
