export interface Attempt {
  at: number
  /** Status of the answer, or what came instead of one. */
  answer: string
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped' | 'cancelled'

/** What every provider's deliveries have in common. */
export interface Delivery {
  number: number
  /** On whose behalf: deliveries of one sender keep their order, and senders take turns. */
  sender: string
  topic: string
  uri: string
  /** As it was when the event happened; a retry sends the same bytes. */
  body: string
  attempts: Attempt[]
  nextAt: number
  status: DeliveryStatus
}
