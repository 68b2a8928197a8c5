import { beforeEach } from 'vitest'

/** Makes what the tests of a file or a group begin with, anew before each of them. Until then, what it returns is empty. */
export function newForEachTest<Subject extends object>(make: () => Promise<Subject>): Subject {
  const made = {} as Subject
  beforeEach(async () => {
    Object.assign(made, await make())
  })
  return made
}
