/** Sentences that several screens say. */
export const sharedTexts = {
  pageFault: 'Something went wrong on this page. Nothing was changed.',
  importGoesOn: 'You can leave this page; the import continues.',
  productGone: 'It may have been deleted in Shopify, or the address is mistyped.',
  notTracked: 'Stock of this product is not tracked in Shopify.',
} as const
