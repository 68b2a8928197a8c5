/** About what two lines of a list show of a name. */
const SHOWN_CHARACTERS = 50

/** Returns the SKU of a product whose name a list may cut, so that it can still be told apart; otherwise null. */
export const skuOfLongName = ({ title, sku }: { title: string | null; sku: string | null }): string | null =>
  title !== null && title.length > SHOWN_CHARACTERS ? sku : null
