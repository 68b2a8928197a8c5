export type { EmptyDatabase, TestDatabase } from './test-database.ts'
export { createEmptyCluster, createEmptyDatabase, createTestDatabase, testNodes } from './test-database.ts'
export { totpCode } from './totp.ts'
