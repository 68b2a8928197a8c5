import { AppError } from '../errors.ts'

const MAX_LINES = 8

/** Refuses an address with more lines than an order has space for. */
export function assertAddressFits(address: string, field: string): void {
  if (address.split('\n').length <= MAX_LINES) return
  throw new AppError('invalid_input', `An address has at most ${MAX_LINES} lines.`, { field })
}
