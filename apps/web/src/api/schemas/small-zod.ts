import { en } from 'zod/locales'
import * as z from 'zod/mini'

export * from 'zod/mini'

/** The error of a failed parse, under its name in zod. */
export const ZodError = z.core.$ZodError

type Method<Schema> = (schema: Schema, ...args: never[]) => unknown

/** Adds methods to a class of schemas; zod/mini binds what it finds on a prototype to each schema. */
function addMethods<Schema>(
  schemaClass: { new (definition: never): Schema },
  methods: Readonly<Record<string, Method<Schema>>>,
): void {
  for (const [name, method] of Object.entries(methods)) {
    schemaClass.prototype[name] = function (this: Schema, ...args: never[]) {
      return method(this, ...args)
    }
  }
}

addMethods<z.ZodMiniType>(z.ZodMiniType, {
  nullable: (schema) => z.nullable(schema),
  optional: (schema) => z.optional(schema),
  nullish: (schema) => z.nullish(schema),
  default: (schema, value: never) => z._default(schema, value),
  catch: (schema, value: never) => z.catch(schema, value),
  pipe: (schema, next: z.ZodMiniType) => z.pipe(schema, next),
  transform: (schema, change: (value: unknown) => unknown) => z.pipe(schema, z.transform(change)),
  refine: (schema, ...args: Parameters<typeof z.refine>) => schema.check(z.refine(...args)),
  superRefine: (schema, ...args: Parameters<typeof z.superRefine>) => schema.check(z.superRefine(...args)),
})
addMethods<z.ZodMiniString>(z.ZodMiniString, {
  min: (schema, ...args: Parameters<typeof z.minLength>) => schema.check(z.minLength(...args)),
  max: (schema, ...args: Parameters<typeof z.maxLength>) => schema.check(z.maxLength(...args)),
  regex: (schema, ...args: Parameters<typeof z.regex>) => schema.check(z.regex(...args)),
  trim: (schema) => schema.check(z.trim()),
})
addMethods<z.ZodMiniNumber>(z.ZodMiniNumber, {
  int: (schema, message?: string) => schema.check(z.int(message)),
  positive: (schema) => schema.check(z.positive()),
  min: (schema, ...args: Parameters<typeof z.gte>) => schema.check(z.gte(...args)),
  max: (schema, ...args: Parameters<typeof z.lte>) => schema.check(z.lte(...args)),
})
addMethods<z.ZodMiniArray>(z.ZodMiniArray, {
  min: (schema, ...args: Parameters<typeof z.minLength>) => schema.check(z.minLength(...args)),
  max: (schema, ...args: Parameters<typeof z.maxLength>) => schema.check(z.maxLength(...args)),
  length: (schema, ...args: Parameters<typeof z.length>) => schema.check(z.length(...args)),
})
addMethods<z.ZodMiniObject>(z.ZodMiniObject, {
  extend: (schema, shape: Parameters<typeof z.extend>[1]) => z.extend(schema, shape),
})
z.config(en())
