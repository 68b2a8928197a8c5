/** The product that an action is about. */
export interface ActionProduct {
  variantId: number
  title: string
}
