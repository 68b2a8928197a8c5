import { AppError } from '../../errors.ts'

export function notConnected(): AppError {
  return new AppError('precondition_failed', 'Connect your Shopify store first.')
}
