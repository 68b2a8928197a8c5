import { APIError } from 'better-auth/api'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import type { DemoQuota } from '../../../quotas/quotas.ts'
import { keyedHash } from '../../../secrets/keyed-hash.ts'
import { beginDemoStart } from '../queries.ts'

const refusals = {
  all: 'All demos are in use right now. Please try again in a few minutes, or sign up: the trial is free.',
  caller:
    'Many demos were begun from your network. Please try again in an hour, or sign up: the trial is free.',
}

/** Refuses one more demo where it is switched off, storage is low, or too many were begun; else notes that it begins. */
export async function beginDemo(
  kernel: Pick<Kernel, 'config' | 'db' | 'disk'>,
  { email, address, quota }: { email: string; address: string; quota: DemoQuota },
): Promise<void> {
  if (!kernel.config.hasDemo) {
    throw new APIError('FORBIDDEN', {
      code: 'DEMO_OFF',
      message: 'The demo is switched off on this server. Sign up to try Stockcast: the trial is free.',
    })
  }
  await kernel.disk.assertRoom().catch((error) => {
    if (!(error instanceof AppError)) throw error
    throw new APIError('SERVICE_UNAVAILABLE', { code: 'STORAGE_LOW', message: error.message })
  })
  const { directory } = kernel.db
  const caller = await keyedHash(directory, kernel.config.secrets, { purpose: 'demo-caller', name: address })
  const outcome = await beginDemoStart(directory, { email, caller, ...quota })
  if (outcome === 'begun') return
  throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_DEMOS', message: refusals[outcome] })
}
