import { z } from 'zod'

/** `POST /api/sample-shop`. */
export const loadedSampleSchema = z.object({ variants: z.int() })

/** The sample data of demo mode, the same for everybody (spec §3). */
export const SAMPLE_STOCK = 120
export const SAMPLE_DAYS = 30
export const SAMPLE_PRODUCTS = [
  { sku: 'DEMO-KETTLE', product: 'Gooseneck Kettle', vendor: 'Northfold', price: 79, unitsPerDay: 6 },
  { sku: 'DEMO-GRINDER', product: 'Hand Grinder', vendor: 'Northfold', price: 119, unitsPerDay: 3 },
  { sku: 'DEMO-FILTERS', product: 'Paper Filters', vendor: 'Brewline', price: 9, unitsPerDay: 1 },
] as const
