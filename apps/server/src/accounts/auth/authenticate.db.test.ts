import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestKernel } from '../../testing/index.ts'
import { createAuthenticate } from './authenticate.ts'

const caller = {
  userId: randomUUID(),
  sessionId: randomUUID(),
  email: 'caller@example.com',
  merchantId: 7,
  homeId: 7,
  role: 'owner',
  recipientId: 0,
}

const kernel = withTestKernel()

beforeAll(async () => {
  await kernel.db.pool.query(
    "insert into auth_users (id, name, email, email_verified) values ($1, 'caller', $2, false)",
    [caller.userId, caller.email],
  )
  await kernel.db.pool.query(
    `insert into merchant_directory (merchant_id, user_id, email, created_at) overriding system value
     values (7, $1, $2, now())`,
    [caller.userId, caller.email],
  )
  await kernel.db.pool.query(
    `insert into auth_sessions (id, user_id, token, expires_at, updated_at)
     values ($1, $2, 'token', now() + interval '1 hour', now())`,
    [caller.sessionId, caller.userId],
  )
})

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' } }
}
type Key = Awaited<ReturnType<typeof makeKey>>

const claims = {
  sub: caller.userId,
  sid: caller.sessionId,
  mid: caller.merchantId,
  email: caller.email,
  iss: 'stockcast',
  aud: 'stockcast-api',
}

const sign = (key: Key, payload: JWTPayload, expires = '15m') =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key.privateKey)

describe('authenticate', () => {
  let key: Key
  let published: JSONWebKeySet
  let reads: number
  const authenticate = () =>
    createAuthenticate(kernel, async () => {
      reads++
      return published
    })

  beforeEach(async () => {
    key = await makeKey('first')
    published = { keys: [key.jwk] }
    reads = 0
  })

  it('returns the user of a valid token whose session is open', async () => {
    expect(await authenticate()(await sign(key, claims))).toEqual(caller)
  })

  it('reads the keys once for many tokens, and again for an unknown key', async () => {
    const check = authenticate()
    const token = await sign(key, claims)
    await Promise.all([check(token), check(token), check(token)])
    expect(reads).toBe(1)
    const newer = await makeKey('second')
    published = { keys: [key.jwk, newer.jwk] }
    expect(await check(await sign(newer, claims))).toEqual(caller)
    expect(reads).toBe(2)
  })

  it.each([
    ['is expired', { expires: '-1s' }],
    ['is from another issuer', { iss: 'somebody' }],
    ['is for another audience', { aud: 'another-api' }],
    ['names a session that does not exist', { sid: randomUUID() }],
    ['names the session of another user', { sub: randomUUID() }],
    ['names no merchant', { mid: undefined }],
  ])(
    'refuses a token that %s',
    async (_what, { expires, ...changed }: Record<string, string | undefined>) => {
      expect(await authenticate()(await sign(key, { ...claims, ...changed }, expires))).toBeNull()
    },
  )

  it('refuses a token signed with another key under a known key id', async () => {
    const forged = await makeKey('first')
    expect(await authenticate()(await sign(forged, claims))).toBeNull()
  })

  it.each(['', 'garbage', 'a.b.c'])('refuses %j', async (token) => {
    expect(await authenticate()(token)).toBeNull()
  })

  it('refuses a token without a signature', async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const exp = Math.floor(Date.now() / 1000) + 600
    expect(await authenticate()(`${encode({ alg: 'none' })}.${encode({ ...claims, exp })}.`)).toBeNull()
  })
})
