/** The product that an action is about. */
export interface ActProduct {
  variantId: number
  title: string
}
