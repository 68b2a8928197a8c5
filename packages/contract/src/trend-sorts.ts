/** Columns by which `GET /api/trends/products` sorts. */
export const trendSorts = [
  'title',
  'unitsSold',
  'change',
  'daysOfCover',
  'daysOutOfStock',
  'expectedLostSales',
] as const
export type TrendSort = (typeof trendSorts)[number]
