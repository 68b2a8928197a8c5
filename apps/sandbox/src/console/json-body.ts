import { validator } from 'hono/validator'
import { z } from 'zod'

/** Validates a JSON body; the answer to an invalid one names the field. Forms of other sites are not read. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return validator('json', (value, c) => {
    const read = schema.safeParse(value)
    return read.success ? read.data : c.json({ error: z.prettifyError(read.error) }, 400)
  })
}
