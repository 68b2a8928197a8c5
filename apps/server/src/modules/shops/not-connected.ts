import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'

export function notConnected({ store }: Pick<Kernel, 'store'>): AppError {
  return new AppError('precondition_failed', `Connect your ${store.name} store first.`)
}
