import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../apps/server/src/kernel/database')

export const schemaFile = path.join(folder, 'schema.sql')
export const tablesFile = path.join(folder, 'tables.ts')
export const columnTypesFile = path.join(folder, 'column-types.ts')
