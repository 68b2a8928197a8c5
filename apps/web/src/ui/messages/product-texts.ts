/** Texts of spec §8 about products (checklist T-01 to T-05). */
export const productTexts = {
  none: 'No products found',
  exportCsv: 'Export CSV',
  sync: 'Sync from Shopify',
  runForecasts: 'Run Forecasts',
  loadDemo: 'Load Demo Data',
} as const
