import type { Defaults } from '@stockcast/contract'
import { formatCount } from '../format/numbers.ts'
import type { Message } from './error-messages.ts'

/** G-03 */
export const noProductsText = 'No products found. Connect your Shopify store to get started.'

export const defaultsWords = (of: Defaults): string =>
  `${formatCount(of.defaultSafetyStock, 'unit')} of safety stock, ${formatCount(of.defaultLeadTimeDays, 'day')} of lead time and ${formatCount(of.defaultCoverDays, 'day')} of cover`

/** G-02: names units and days. */
export const appliedMessage = ({ defaultSafetyStock, defaultLeadTimeDays }: Defaults): Message => ({
  title: 'Applied to All Products',
  message: `All products now use ${formatCount(defaultSafetyStock, 'unit')} of safety stock and ${formatCount(defaultLeadTimeDays, 'day')} of lead time.`,
})

export const changedMessage = ({ changed, matched }: { changed: number; matched: number }): Message => ({
  title: `${formatCount(changed, 'product')} changed`,
  message: changed < matched ? `${formatCount(matched - changed, 'product')} already had these values.` : '',
})

export const restoredMessage = (restored: number): Message => ({
  title: 'Change undone',
  message: `${formatCount(restored, 'product')} restored to their previous values.`,
})

export const orderPapersSaved: Message = {
  title: 'Order settings saved',
  message: 'They stand on every order from now on.',
}
