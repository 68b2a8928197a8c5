/** Sentences that several screens say. */
export const sharedTexts = {
  /** The forecast of the whole shop is fitted to its total sales, so changes of single products are not in it. */
  withoutChanges: (changes: number) =>
    changes === 1
      ? 'The forecast of the whole shop is without 1 change by hand: that is in the forecasts of its products.'
      : `The forecast of the whole shop is without ${changes} changes by hand: those are in the forecasts of their products.`,
  pageFault: 'Something went wrong on this page. Nothing was changed.',
  importGoesOn: 'You can leave this page; the import continues.',
  productGone: 'It may have been deleted in Shopify, or the address is mistyped.',
  notTracked: 'Stock of this product is not tracked in Shopify.',
} as const
