import { randomUUID } from 'node:crypto'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@stockcast/contract'
import { betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins'
import { ownOrigins } from '../../http/same-origin.ts'
import { type MailContent, sendMail } from '../../integrations/mail/index.ts'
import type { Kernel } from '../../kernel.ts'
import { ensureMerchant } from '../merchants/index.ts'
import { confirmationMail, resetMail } from './account-mails.ts'
import * as tables from './auth-tables.ts'
import { type RateLimits, rateLimits } from './rate-limits.ts'

export const AUTH_PATH = '/api/auth'
export const TOKEN_ISSUER = 'stockcast'
export const TOKEN_AUDIENCE = 'stockcast-api'

const daySeconds = 86_400
const linkSeconds = 3600

export type Auth = ReturnType<typeof createAuth>
export type AuthKernel = Pick<Kernel, 'config' | 'clock' | 'log' | 'db' | 'jobs'>

/** The auth library with our tables, limits, mails and token. Its sessions run on real time, never on the sandbox clock. */
export function createAuth(kernel: AuthKernel, limits: RateLimits = rateLimits(kernel.config.mail.mode)) {
  const { publicUrl, secret } = kernel.config
  return betterAuth({
    appName: 'Stockcast',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret,
    database: kernel.db.pool,
    trustedOrigins: [...ownOrigins(publicUrl)],
    telemetry: { enabled: false },
    logger: loggerOf(kernel),
    user: tables.userTable,
    account: tables.accountTable,
    verification: { ...tables.verificationTable, storeIdentifier: 'hashed' },
    session: { ...tables.sessionTable, expiresIn: 7 * daySeconds, updateAge: daySeconds },
    rateLimit: {
      enabled: true,
      storage: 'database',
      ...tables.rateLimitTable,
      ...limits.every,
      customRules: limits.customRules,
    },
    advanced: { ...browserOptions(publicUrl), database: { generateId: 'uuid' }, ipAddress: ownAddressHeader },
    emailAndPassword: passwordOptions(kernel),
    emailVerification: confirmationOptions(kernel),
    databaseHooks: { user: { create: { after: (user) => makeMerchant(kernel, user) } } },
    plugins: [accessTokens(kernel)],
  })
}

/** The HTTP side writes the socket's address here, whatever the caller sent. */
export const ADDRESS_HEADER = 'x-real-ip'
const ownAddressHeader = { ipAddressHeaders: [ADDRESS_HEADER] }

function browserOptions(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:')
  return {
    // The library's own prefix would be __Secure-; __Host- also binds the cookie to this very host.
    useSecureCookies: false,
    // Said aloud because the library leaves these checks out under a test runner.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    cookiePrefix: isHttps ? '__Host-stockcast' : 'stockcast',
    defaultCookieAttributes: { httpOnly: true, secure: isHttps, sameSite: 'lax' as const, path: '/' },
  }
}

function passwordOptions(kernel: AuthKernel) {
  return {
    enabled: true,
    minPasswordLength: PASSWORD_MIN_LENGTH,
    maxPasswordLength: PASSWORD_MAX_LENGTH,
    revokeSessionsOnPasswordReset: true,
    resetPasswordTokenExpiresIn: linkSeconds,
    sendResetPassword: ({ user, token }: { user: { email: string }; token: string }) =>
      queueMail(kernel, user.email, resetMail({ publicUrl: kernel.config.publicUrl, token })),
  }
}

function confirmationOptions(kernel: AuthKernel) {
  return {
    // Checklist A-06: the stand-in for mail has nobody to confirm to.
    sendOnSignUp: kernel.config.mail.mode === 'live',
    autoSignInAfterVerification: true,
    expiresIn: linkSeconds,
    sendVerificationEmail: ({ user, token }: { user: { email: string }; token: string }) =>
      queueMail(kernel, user.email, confirmationMail({ publicUrl: kernel.config.publicUrl, token })),
  }
}

/** A failure here is healed when the first access token is issued, so it must not undo the sign-up. */
async function makeMerchant(kernel: AuthKernel, user: { id: string; email: string }): Promise<void> {
  try {
    await ensureMerchant(kernel, user)
  } catch (error) {
    kernel.log.error({ err: error, userId: user.id }, 'merchant not made at sign-up')
  }
}

function accessTokens(kernel: AuthKernel) {
  return jwt({
    schema: { jwks: tables.jwksTable },
    jwks: { keyPairConfig: { alg: 'EdDSA' }, rotationInterval: 30 * daySeconds, gracePeriod: daySeconds },
    jwt: {
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      expirationTime: '15m',
      definePayload: async ({ user, session }) => ({
        email: user.email,
        sid: session.id,
        mid: await ensureMerchant(kernel, user),
      }),
    },
  })
}

function queueMail(kernel: AuthKernel, to: string, content: MailContent): Promise<void> {
  return kernel.jobs.send(sendMail, { id: randomUUID(), to, ...content })
}

function loggerOf(kernel: AuthKernel) {
  return {
    level: 'warn' as const,
    log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, ...details: unknown[]) => {
      // Other details may hold what a caller typed.
      const err = details.find((detail) => detail instanceof Error)
      kernel.log[level](err ? { err } : {}, `auth: ${message}`)
    },
  }
}
