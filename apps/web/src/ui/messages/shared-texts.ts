/** Sentences that several screens say. */
export const sharedTexts = {
  /** The forecast of the whole shop is fitted to its total sales, so changes of single products are not in it. */
  withoutChanges: (changes: number) =>
    `Does not include ${changes} forecast change${changes === 1 ? '' : 's'} made by hand.`,
  pageFault: 'Something went wrong on this page. Nothing was changed.',
  importGoesOn: 'You can leave this page; the import continues.',
  productGone: 'It may have been deleted in Shopify, or the address is mistyped.',
  notTracked: 'Stock of this product is not tracked in Shopify.',
} as const
