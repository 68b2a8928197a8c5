import { beforeEach } from 'vitest'

/**
 * Creates the fixture of the tests of a file or a group, a new one before each test. Until then, the returned object is empty.
 */
export function newForEachTest<Subject extends object>(make: () => Promise<Subject>): Subject {
  const made = {} as Subject
  beforeEach(async () => {
    Object.assign(made, await make())
  })
  return made
}
