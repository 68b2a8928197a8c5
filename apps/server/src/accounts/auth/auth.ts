import { AUTH_PATH, DAY_SECONDS, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@stockcast/contract'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { jwt, twoFactor } from 'better-auth/plugins'
import { confirmOwnAddress } from '../../alerts/index.ts'
import { passingFault } from '../../kernel/database/write-faults.ts'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { ownOrigins } from '../../kernel/http/same-origin.ts'
import { createTurns } from '../../kernel/http/turns.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { take } from '../../kernel/limits/queries.ts'
import { type DemoQuota, demoQuota } from '../../kernel/limits/rules.ts'
import { keyedHash } from '../../kernel/secrets/keyed-hash.ts'
import { boundedLog } from '../../kernel/telemetry/bounded-log.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import { type AccountEndings, eraseAccount } from '../deletion/erase-account.ts'
import { forgetGuesses } from '../limits/count-tries.ts'
import { ADDRESS_HEADER, type RateLimits, rateLimits } from '../limits/rate-limits.ts'
import { ensureMerchant } from '../merchants/ensure-merchant.ts'
import { findOrBeginShop } from '../team/open-shop.ts'
import { auditUser, getOrigin, lastHooks } from './audit-sign-ins.ts'
import { assertSecondStep, authHooks } from './auth-hooks.ts'
import { authSecrets } from './auth-secrets.ts'
import * as tables from './auth-tables.ts'
import { type ConfirmedUser, confirmationMail, confirmThroughReset } from './confirm-address.ts'
import { beginDemo, DEMO_USER_PATH, demoUserSignIn } from './demo-sign-in.ts'
import { LINK_SECONDS, linkTo, type MailedUser, NOT_YOU, sendLink } from './send-link.ts'
import { forgetTrustedDevices, touchSession } from './session-queries.ts'

export const TOKEN_ISSUER = 'stockcast'
export const TOKEN_AUDIENCE = 'stockcast-api'

export type Auth = ReturnType<typeof createAuth>
/** Fills the new account of a demo user. */
export type SeedDemo = (merchantId: number) => Promise<unknown>
export type AuthKernel = Pick<Kernel, 'config' | 'clock' | 'log' | 'db' | 'jobs' | 'disk' | 'live'>

export interface AuthOptions {
  limits?: RateLimits
  demos?: DemoQuota
  seedDemo?: SeedDemo
  /** What else must end with an account that is deleted. */
  endings?: readonly AccountEndings[]
  /** The secret of what the auth library wrote before it recorded versions. */
  bareSecret?: string
}

/**
 * Creates the auth library with our tables, limits, mails and tokens. Its sessions use real time, never the
 * sandbox clock.
 */
export function createAuth(
  kernel: AuthKernel,
  {
    limits = rateLimits(kernel.config.mail.mode),
    demos = demoQuota(kernel.config.mail.mode),
    seedDemo = async () => undefined,
    endings = [],
    bareSecret = kernel.config.secrets[0],
  }: AuthOptions = {},
) {
  const { publicUrl, secrets } = kernel.config
  return betterAuth({
    appName: 'Stockcast',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secrets: authSecrets(secrets),
    secret: bareSecret,
    database: kernel.db.watchedPool,
    trustedOrigins: [...ownOrigins(publicUrl)],
    telemetry: { enabled: false },
    logger: getLogger(kernel),
    onAPIError: { onError: (error) => logFailure(kernel, error) },
    user: {
      ...tables.userTable,
      deleteUser: { enabled: true, beforeDelete: (user) => eraseAccount(kernel, endings, user) },
    },
    account: tables.accountTable,
    verification: { ...tables.verificationTable, storeIdentifier: 'hashed' },
    session: { ...tables.sessionTable, expiresIn: 7 * DAY_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: {
      enabled: true,
      customStorage: requestCounts(kernel),
      ...limits.every,
      customRules: limits.customRules,
    },
    advanced: { ...browserOptions(publicUrl), database: { generateId: 'uuid' }, ipAddress: ownAddressHeader },
    emailAndPassword: passwordOptions(kernel),
    emailVerification: confirmationOptions(kernel),
    databaseHooks: {
      user: { create: { before: refuseDemoUserEmail, after: (user) => makeMerchant(kernel, user) } },
      session: { create: { before: (session, ctx) => assertSecondStep(kernel, session, ctx) } },
    },
    hooks: authHooks(kernel),
    plugins: [
      accessTokens(kernel),
      twoFactor({ issuer: 'Stockcast', schema: tables.twoFactorSchema }),
      demoUserSignIn({
        begin: ({ email, headers }) =>
          beginDemo(kernel, { email, address: headers?.get(ADDRESS_HEADER) ?? '', quota: demos }),
        prepare: async (user) => {
          await seedDemo(await ensureMerchant(kernel, user))
        },
      }),
      lastHooks(kernel),
    ],
  })
}

/** Counts requests for the auth library. Its keys hold the caller's address. */
function requestCounts({ clock, config, db }: Pick<AuthKernel, 'clock' | 'config' | 'db'>) {
  return {
    consume: async (name: string, { window, max }: { window: number; max: number }) => {
      const key = await keyedHash(db.directory, config.secrets, { purpose: 'request', name })
      const rule = { most: max, withinMs: window * 1000, window: 'last' } as const
      const taken = await take(db.directory, { key, rule, at: clock.now() })
      return { allowed: taken.isTaken, retryAfter: taken.isTaken ? null : Math.ceil(taken.waitMs / 1000) }
    },
  }
}

const ownAddressHeader = { ipAddressHeaders: [ADDRESS_HEADER] }

export function cookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-stockcast' : 'stockcast'
}

function browserOptions(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:')
  return {
    // The library's own prefix would be __Secure-. __Host- also binds the cookie to this very host.
    useSecureCookies: false,
    // Set explicitly, because the library skips these checks under a test runner.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    cookiePrefix: cookiePrefix(publicUrl),
    defaultCookieAttributes: { httpOnly: true, secure: isHttps, sameSite: 'lax' as const, path: '/' },
  }
}

/** A hash keeps a core busy for 60 ms: one at a time, so that a flood of sign-ins leaves the other cores to everybody else. */
const hashTurns = createTurns(1)
const passwordHashes = {
  hash: (password: string) => hashTurns.run(() => hashPassword(password)),
  verify: ({ hash, password }: { hash: string; password: string }) =>
    hashTurns.run(() => verifyPassword({ hash, password })),
}

function passwordOptions(kernel: AuthKernel) {
  return {
    enabled: true,
    minPasswordLength: PASSWORD_MIN_LENGTH,
    maxPasswordLength: PASSWORD_MAX_LENGTH,
    password: passwordHashes,
    revokeSessionsOnPasswordReset: true,
    onPasswordReset: async ({ user }: { user: ConfirmedUser }, request?: Request) => {
      await confirmThroughReset(kernel, user)
      await forgetTrustedDevices(kernel.db.directory, user.id)
      await forgetGuesses(kernel, user)
      await auditUser(kernel, {
        userId: user.id,
        event: 'password_reset',
        origin: getOrigin(request?.headers),
      })
    },
    resetPasswordTokenExpiresIn: LINK_SECONDS,
    sendResetPassword: ({ user, token }: { user: MailedUser; token: string }) =>
      sendLink(kernel, user, resetMail({ publicUrl: kernel.config.publicUrl, token })),
  }
}

function confirmationOptions(kernel: AuthKernel) {
  return {
    // Checklist A-06: with the fake mail provider nobody would receive the confirmation.
    sendOnSignUp: kernel.config.mail.mode === 'live',
    autoSignInAfterVerification: false,
    expiresIn: LINK_SECONDS,
    afterEmailVerification: async (user: MailedUser) =>
      confirmOwnAddress(kernel, await ensureMerchant(kernel, user)),
    sendVerificationEmail: ({ user, token }: { user: MailedUser; token: string }) =>
      sendLink(kernel, user, confirmationMail({ publicUrl: kernel.config.publicUrl, token })),
  }
}

/**
 * Refuses an address of the demo's own domain, which is for demo users: such an account ends with its
 * session.
 */
async function refuseDemoUserEmail(user: { email: string }, ctx: { path?: string } | null): Promise<void> {
  if (!isDemoUser(user.email) || ctx?.path === DEMO_USER_PATH) return
  throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: refusalTexts.invalidEmail })
}

/**
 * Creates the merchant. A failure is repaired with the first access token, so it must not undo the sign-up.
 */
async function makeMerchant(kernel: AuthKernel, user: { id: string; email: string }): Promise<void> {
  try {
    await ensureMerchant(kernel, user)
  } catch (error) {
    kernel.log.error({ err: error, userId: user.id }, 'could not create the merchant at sign-up')
  }
}

function accessTokens(kernel: AuthKernel) {
  return jwt({
    schema: { jwks: tables.jwksTable },
    jwks: { keyPairConfig: { alg: 'EdDSA' }, rotationInterval: 30 * DAY_SECONDS, gracePeriod: DAY_SECONDS },
    jwt: {
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      expirationTime: '15m',
      definePayload: async ({ user, session }) => {
        const merchantId = await findOrBeginShop(kernel, user, session.id)
        if (merchantId === undefined) throw new APIError('UNAUTHORIZED')
        await touchSession(kernel.db.directory, { sessionId: session.id, merchantId })
        return { email: user.email, sid: session.id, mid: merchantId }
      },
    },
  })
}

/**
 * Logs failures. A caller's mistake is answered but not logged; a caller who saved a moment too late is
 * logged as a warning.
 */
function logFailure(kernel: AuthKernel, error: unknown): void {
  if (error instanceof APIError && error.statusCode < 500) return
  const passing = passingFault(error)
  if (passing) {
    kernel.log.warn({ err: error }, 'auth: the caller was asked to try again')
    const status = passing.code === 'conflict' ? 'CONFLICT' : 'SERVICE_UNAVAILABLE'
    throw new APIError(status, { code: 'TRY_AGAIN', message: passing.message })
  }
  kernel.log.error({ err: error }, 'auth: a call failed')
}

/** The library logs callers' mistakes, with their text behind a colon, even as errors: anybody can repeat them. */
function getLogger(kernel: AuthKernel) {
  const write = boundedLog(kernel.log)
  return {
    level: 'warn' as const,
    log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, ...details: unknown[]) => {
      // Other details may contain what a caller typed.
      const err = details.find((detail) => detail instanceof Error)
      const [words = ''] = message.split(/[:"'`\n]/)
      if (err) kernel.log[level]({ err }, `auth: ${words}`)
      else write(words, {}, `auth: ${words}`)
    },
  }
}

function resetMail(args: { publicUrl: string; token: string }): MailContent {
  return mailContent({
    subject: 'Choose a new password',
    paragraphs: ['Somebody, probably you, asked to choose a new password for this Stockcast account.'],
    link: { label: 'Choose a new password', url: linkTo(args.publicUrl, '/auth/reset', args.token) },
    footnote: `The link works once and expires in one hour. ${NOT_YOU}`,
  })
}
