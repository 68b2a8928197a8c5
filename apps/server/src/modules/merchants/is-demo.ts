const demoWords = ['example', 'demo', 'test']

/** Checklist X-03. A store connected with a real token is never a demo, whatever its name. */
export function isDemo(shop: {
  shopDomain: string
  hasToken: boolean
  hasExampleVariants: boolean
  /** Sample data was loaded, whatever the shop is called. */
  isFlagged: boolean
}): boolean {
  if (shop.hasToken) return false
  return shop.isFlagged || shop.hasExampleVariants || demoWords.some((word) => shop.shopDomain.includes(word))
}
