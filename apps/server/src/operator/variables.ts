import { z } from 'zod'
import { environmentSchema } from '../kernel/config/environment.ts'

export interface Variable {
  name: string
  meaning: string
  default: string | null
  /** The values that are accepted, if they are few or bounded. */
  values: string | null
}

interface JsonSchema {
  description?: string
  default?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
}

/** Lists the described variables of the server, which the operator sets, with the defaults and limits of the schema. */
export function listVariables(): Variable[] {
  const described = z.toJSONSchema(environmentSchema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(described.properties ?? {}).flatMap(([name, property]) => {
    const rule = property as JsonSchema
    const meaning = rule.description
    if (meaning === undefined) return []
    const standard = rule.default === undefined ? null : String(rule.default)
    return [{ name, meaning, default: standard, values: getValues(rule) }]
  })
}

function getValues({ enum: words, minimum, maximum, minLength = 0 }: JsonSchema): string | null {
  if (words) return words.join(', ')
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    return `${minimum} to ${maximum}`
  }
  return minLength > 1 ? `at least ${minLength} characters` : null
}
