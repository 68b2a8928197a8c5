import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@stockcast/contract'
import { AppError } from '../../kernel/errors.ts'
import { ownOrigins } from '../../kernel/http/same-origin.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { deleteExpiredStates, findConnection, insertState } from './queries.ts'

const STATE_BYTES = 32
const STATE_MINUTES = 10

/**
 * Returns the page of the store where the merchant authorizes the app. Its state works once, for this merchant
 * and shop. Permissions to write stock and transfers are asked for on request, and kept where the shop granted them.
 */
export async function startConnection(
  kernel: Kernel,
  merchantId: number,
  input: {
    shop: string
    redirectOrigin: string
    writesStock?: boolean | undefined
    writesTransfers?: boolean | undefined
  },
): Promise<{ authUrl: string }> {
  const { store } = kernel
  const shopDomain = store.readDomain(input.shop)
  const redirectUri = `${requireOwnOrigin(kernel, input.redirectOrigin)}${store.callbackPath}`
  const state = randomBytes(STATE_BYTES).toString('base64url')
  const now = kernel.clock.now()
  const writes = await kernel.db.withTenant(merchantId, async (tx) => {
    await deleteExpiredStates(tx, merchantId, now)
    const expiresAt = new Date(now.getTime() + STATE_MINUTES * MINUTE_MS)
    await insertState(tx, { merchantId, stateHash: hashState(state), shopDomain, expiresAt })
    const known = await findConnection(tx, merchantId, 'no lock')
    const had = known?.shopDomain === shopDomain ? known.scopes : []
    return {
      writesStock: input.writesStock === true || store.mayWriteStock(had),
      writesTransfers: input.writesTransfers === true || store.mayWriteTransfers(had),
    }
  })
  return { authUrl: store.authorizeUrl({ shopDomain, redirectUri, state, ...writes }) }
}

/** Hashes a state. Only the hash is stored, so that a copy of the table reveals no usable state. */
export function hashState(state: string): string {
  return createHash('sha256').update(state).digest('hex')
}

function requireOwnOrigin(kernel: Kernel, redirectOrigin: string): string {
  const { publicUrl, isProduction } = kernel.config
  const allowed = isProduction ? new Set([new URL(publicUrl).origin]) : ownOrigins(publicUrl)
  if (!allowed.has(redirectOrigin)) {
    throw new AppError('invalid_input', 'The redirect address is not one of ours.', {
      field: 'redirectOrigin',
    })
  }
  return redirectOrigin
}
