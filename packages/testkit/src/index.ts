export type { FakeClock } from './fake-clock.ts'
export { fakeClock } from './fake-clock.ts'
export type { TestDatabase } from './test-database.ts'
export { createTestDatabase } from './test-database.ts'
