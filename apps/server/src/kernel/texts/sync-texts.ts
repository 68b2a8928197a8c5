import { DAYS_WITHOUT_ALL_ORDERS, type SyncMessageCode } from '@stockcast/contract'

/** What the merchant reads about a run, with the code that programs decide by. */
export interface SyncMessage {
  code: SyncMessageCode
  text: string
}

export const syncTexts = {
  shortHistory: (storeName: string) =>
    `${storeName} shares the orders of the last ${DAYS_WITHOUT_ALL_ORDERS} days with this app. History grows from here.`,
  storeSilent: (storeName: string) => `${storeName} does not answer.`,
  goesOn: 'The sync continues by itself.',
  ourFault: 'Something went wrong on our side.',
  givenUp: 'The sync stopped repeatedly at the same point. Please try again, or contact support.',
} as const

export const shortHistory = (storeName: string): SyncMessage => ({
  code: 'short_history',
  text: syncTexts.shortHistory(storeName),
})

export const interrupted = (fact: string): SyncMessage => ({
  code: 'interrupted',
  text: `${fact} ${syncTexts.goesOn}`,
})
