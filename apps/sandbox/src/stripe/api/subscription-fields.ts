import { z } from 'zod'
import { price } from '../objects/price.ts'
import { invalid } from '../refusal.ts'
import { text, wholeNumber } from './fields.ts'

export const items = z
  .array(
    z.strictObject({ price: text, quantity: wholeNumber.pipe(z.number().min(1).max(1_000_000)).optional() }),
  )
  .min(1)
  .max(1)

export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
})

export const words = z.strictObject({
  comment: z.string().max(5000).optional(),
  feedback: z
    .enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
      '',
    ])
    .optional(),
})

/** Throws the refusal for a price that this account does not have. */
export function checkPrice(given: readonly { price: string }[], param: string): void {
  const unknown = given.find((each) => each.price !== price.id)
  if (unknown) throw invalid(`No such price: '${unknown.price}'`, `${param}[0][price]`, 'resource_missing')
}

export function wordsOf(given: z.infer<typeof words> | undefined) {
  return {
    ...(given?.comment !== undefined && { comment: given.comment || null }),
    ...(given?.feedback !== undefined && { feedback: given.feedback || null }),
  }
}
