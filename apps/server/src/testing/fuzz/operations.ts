import type { ApiDocument } from '../../kernel/http/reference/describe-api.ts'
import type { JsonSchema } from '../../kernel/http/reference/schema-rows.ts'

/** One call of the API, from its own description. */
export interface Operation {
  method: string
  path: string
  isGuarded: boolean
  parameters: { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  body: JsonSchema | undefined
}

/** Reads every call from the API's description. */
export function readOperations(document: ApiDocument): Operation[] {
  const paths = Object.entries(document.paths ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return paths.flatMap(([path, item]) =>
    Object.entries(item as Record<string, Record<string, unknown>>).map(([method, operation]) => {
      const content = (operation.requestBody as { content?: Record<string, { schema: JsonSchema }> })?.content
      return {
        method: method.toUpperCase(),
        path,
        isGuarded: (operation.security as object[]).length > 0,
        parameters: (operation.parameters ?? []) as Operation['parameters'],
        body: content?.['application/json']?.schema,
      }
    }),
  )
}
