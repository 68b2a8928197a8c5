/** What an act is about. */
export interface ActProduct {
  variantId: number
  title: string
}
