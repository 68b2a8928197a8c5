import { formatUnits } from '../ui/format/numbers.ts'

/** Returns why nothing can be ordered. */
export function blockedWords({ minimum, maximum }: { minimum: number; maximum: number }): string {
  return `Nothing can be ordered: the minimum of ${formatUnits(minimum)} is above the maximum of ${formatUnits(maximum)}.`
}
