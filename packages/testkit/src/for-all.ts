import fc from 'fast-check'

type Kinds<Values extends unknown[]> = { [K in keyof Values]: fc.Arbitrary<Values[K]> }

/** Checks a statement for random values of each kind. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  ...args: [...kinds: Kinds<Values>, statement: (...values: Values) => boolean | undefined]
): void {
  fc.assert(fc.property(...args))
}

/** Like `forAll`, in this number of cases. */
export function inCases<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...args: [...kinds: Kinds<Values>, statement: (...values: Values) => boolean | undefined]
): void {
  fc.assert(fc.property(...args), { numRuns })
}

/** Like `inCases`, for a statement that waits. */
export function inCasesAsync<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...args: [...kinds: Kinds<Values>, statement: (...values: Values) => Promise<boolean | undefined>]
): Promise<void> {
  return fc.assert(fc.asyncProperty(...args), { numRuns })
}
