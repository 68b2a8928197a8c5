import { AppError } from '../errors.ts'

/** Returns the same sentence for every forgery, so that it reveals nothing; the log has the detail. */
export function callbackRefused(storeName: string, detail: string): AppError {
  const message = `The answer from ${storeName} is invalid or too old. Please connect the store again.`
  return new AppError('invalid_input', message, { detail, refusal: 'invalid_store' })
}
