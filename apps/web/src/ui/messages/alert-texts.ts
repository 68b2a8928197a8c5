import { formatCount } from '../format/numbers.ts'

/** Texts of spec §8 about alerts (checklist D-05, R-01 to R-04). */
export const alertTexts = {
  allGood: 'No active alerts. All inventory levels look good!',
  unknownProduct: 'Unknown Product',
  noSku: 'N/A',
  loading: 'Loading alerts...',
  none: 'No alerts found',
  noneActive: 'Great! No active alerts at the moment.',
  noneYet: 'Alerts will appear here when inventory levels are low',
  noneFound: 'No product with this name or SKU has such an alert.',
  markResolved: 'Mark Resolved',
} as const

export const alertSortLabels = { all: 'Newest first', stockout: 'Runs out first' } as const

export const alertStatusLabels = {
  all: 'All Alerts',
  active: 'Active Only',
  resolved: 'Resolved Only',
} as const

export const alertsResolved = (count: number): string => `${formatCount(count, 'alert')} resolved`
