import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Authenticate, SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import { type Auth, TOKEN_AUDIENCE, TOKEN_ISSUER } from './auth.ts'
import { findCaller } from './session-queries.ts'

const claimsSchema = z.object({ sub: z.uuid(), email: z.string(), sid: z.uuid(), mid: z.number().int() })

/**
 * Returns a function that finds the holder of an access token. It checks signature, issuer, audience and age, that the
 * session is still open, and that its user belongs to the shop, so that tokens end with sign-out, a password reset and the
 * removal from a team.
 */
export function createAuthenticate(
  kernel: Pick<Kernel, 'db'>,
  readKeys: () => Promise<JSONWebKeySet>,
): Authenticate {
  const verify = createVerify(readKeys)
  return async (token) => {
    const claimed = readClaims(await verify(token))
    if (!claimed) return null
    const { merchantId, email } = claimed
    const found = await kernel.db.inTurn({ merchantId, isDemoUser: isDemoUser(email) }, () =>
      findCaller(kernel.db.directory, claimed),
    )
    return found ? { ...claimed, ...found } : null
  }
}

function readClaims(payload: JWTPayload | null): Omit<SignedIn, 'role' | 'homeId' | 'recipientId'> | null {
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success) return null
  const { sub, email, sid, mid } = claims.data
  return { userId: sub, email, sessionId: sid, merchantId: mid }
}

type KeySet = ReturnType<typeof createLocalJWKSet>

/**
 * Returns a function that verifies a token. It reads the keys again for an unknown key, which another process
 * may have created.
 */
function createVerify(readKeys: () => Promise<JSONWebKeySet>): (token: string) => Promise<JWTPayload | null> {
  let keys: KeySet | null = null
  let reading: Promise<KeySet> | null = null
  const refresh = (): Promise<KeySet> => {
    reading ??= readKeys()
      .then((set) => {
        keys = createLocalJWKSet(set)
        return keys
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  return async (token) => {
    try {
      return await verifyWith(token, keys ?? (await refresh()))
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) return refused(error)
    }
    try {
      return await verifyWith(token, await refresh())
    } catch (error) {
      return refused(error)
    }
  }
}

/**
 * Returns null for an invalid token. Throws when the keys could not be read, which says nothing about the
 * token.
 */
function refused(error: unknown): null {
  if (error instanceof errors.JOSEError) return null
  throw error
}

async function verifyWith(token: string, keys: KeySet): Promise<JWTPayload> {
  const options = { issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE, algorithms: ['EdDSA'] }
  const { payload } = await jwtVerify(token, keys, options)
  return payload
}

/** Signs once, and throws if the private key in the database was encrypted with another secret. */
export async function assertSecret(auth: Auth): Promise<void> {
  try {
    await auth.api.signJWT({ body: { payload: {} } })
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.includes('decrypt')) throw cause
    throw new AppError('precondition_failed', refusalTexts.otherSecret, { cause })
  }
}
