export interface Selection {
  merchantId: number
  /** null for every variant. */
  variantIds: readonly number[] | null
}

export interface VariantKey {
  merchantId: number
  variantId: number
}
