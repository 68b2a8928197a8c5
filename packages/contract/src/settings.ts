import { z } from 'zod'

/** `GET` and `PUT /api/settings`. */
export const settingsSchema = z.object({
  defaultSafetyStock: z.number().int().min(0).max(1_000_000),
  defaultLeadTimeDays: z.number().int().min(0).max(365),
})
export type Settings = z.infer<typeof settingsSchema>
