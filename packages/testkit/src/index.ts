export { queryDatabase } from './query-database.ts'
export type { EmptyDatabase, OpenedDatabase, TestDatabase } from './test-database.ts'
export {
  createEmptyCluster,
  createEmptyDatabase,
  createTestDatabase,
  testNodes,
  withTestDatabase,
} from './test-database.ts'
export { totpCode } from './totp.ts'
