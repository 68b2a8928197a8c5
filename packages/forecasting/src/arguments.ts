/**
 * Throws a RangeError that names the parameter. Facts about the data are values in the results, never errors.
 */
export function requireNotNegative(name: string, value: number): void {
  if (!(value >= 0)) throw new RangeError(`${name} must be zero or more, got ${value}`)
}

export function requireCount(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`${name} must be a whole number from ${least}, got ${value}`)
  }
}

export function requireProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must lie between 0 and 1, got ${value}`)
}
