import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { PASSWORD_MAX_LENGTH } from './constants.ts'

/** The auth library's error codes for which we have our own text. */
export const authCodes = [
  'USER_ALREADY_EXISTS',
  'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  'FAILED_TO_CREATE_USER',
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'INVALID_PASSWORD',
  'INVALID_CODE',
  'CODE_USED',
  'INVALID_BACKUP_CODE',
  'INVALID_TWO_FACTOR_COOKIE',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
  'ACCOUNT_TEMPORARILY_LOCKED',
  'TOTP_ALREADY_ENABLED',
  'TOTP_NOT_ENABLED',
  'TWO_FACTOR_NOT_ENABLED',
] as const
export type AuthCode = (typeof authCodes)[number]

/** A browser in which the merchant is signed in. */
export const signedInDeviceSchema = z.object({
  id: z.string(),
  /** Browser and system in words, such as "Chrome on Windows". */
  device: z.string(),
  signedInAt: instantSchema,
  /** Accurate to a few minutes while the device is in use. */
  lastSeenAt: instantSchema,
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>

/**
 * Optional permissions of the connected store: `arrival_days` are its transfers and shipments, `purchase_orders` its orders with
 * their suppliers.
 */
export const optionalPermissions = ['arrival_days', 'purchase_orders'] as const
export type OptionalPermission = (typeof optionalPermissions)[number]

/** `GET /api/account`. */
export const accountSchema = z.object({
  email: z.string(),
  /** Whether the address is confirmed; also true if no confirmation is required. */
  isConfirmed: z.boolean(),
  /** The new address that is still to be confirmed; null if there is none. */
  newEmail: z.string().nullable(),
  hasTwoFactor: z.boolean(),
  /** Unused backup codes; null without two-factor authentication. */
  backupCodesLeft: z.number().int().nullable(),
  /** The current device first, then the others, most recently seen first. */
  devices: z.array(signedInDeviceSchema),
  /** What the merchant did not allow the connected store to share; empty without a store. */
  refusedPermissions: z.array(z.enum(optionalPermissions)),
})
export type Account = z.infer<typeof accountSchema>

/** `POST /api/account/confirmation`. */
export const confirmationSentSchema = z.object({ sent: z.literal(true) })

export const signedOutDevicesSchema = z.object({ signedOut: z.number().int() })

/** The auth library's answer when sign-in needs a two-factor code. */
export const signInAnswerSchema = z.object({ twoFactorRedirect: z.boolean().optional() })

/**
 * `POST /api/auth/two-factor/enable`: the address for an authenticator app, and codes that each work once.
 */
export const twoFactorSetupSchema = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
export type TwoFactorSetup = z.infer<typeof twoFactorSetupSchema>

export const backupCodesSchema = z.object({ backupCodes: z.array(z.string()) })

/** `POST /api/account/email`: mails a link to the new address, which takes effect once the link is opened. */
export const changeEmailSchema = z.object({
  email: z.email().max(254),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
})

/** The requested address, or the one now in use. */
export const emailAnswerSchema = z.object({ email: z.string() })

/** `POST /api/account/email/confirm` and `POST /api/auth/undo-email`: the token from the mailed link. */
export const emailLinkSchema = z.object({ token: z.string().min(1).max(200) })

/** The token for choosing a new password. */
export const emailUndoneSchema = z.object({ token: z.string() })
