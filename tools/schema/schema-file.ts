import path from 'node:path'

export const schemaFile = path.resolve(import.meta.dirname, '../../apps/server/src/database/schema.sql')
