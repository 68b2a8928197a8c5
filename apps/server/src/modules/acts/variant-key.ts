export interface Selection {
  merchantId: number
  /** null: of every variant. */
  variantIds: readonly number[] | null
}

export interface VariantKey {
  merchantId: number
  variantId: number
}
