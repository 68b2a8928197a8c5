import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'

export const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'))
