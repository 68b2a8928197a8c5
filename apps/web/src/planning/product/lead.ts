export interface Lead {
  /** "In **17 of 20** futures this runs out …": the part before, the key words, the part after. */
  before: string
  key: string
  after: string
  isUrgent: boolean
  /** What to do. */
  advice: string
}

/** Returns a sentence whose first part is all that is key. */
export const plainLead = (key: string, advice: string, isUrgent = false): Lead => ({
  before: '',
  key,
  after: '',
  isUrgent,
  advice,
})
