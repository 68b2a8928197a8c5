import { z } from 'zod'
import { instantSchema } from './calendar.ts'

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

/** `GET /api/account`. */
export const accountSchema = z.object({
  email: z.string(),
  /** Also true where no confirmation is required. */
  isConfirmed: z.boolean(),
  /** The new address that is still to be confirmed; null if there is none. */
  newEmail: z.string().nullable(),
  hasTwoFactor: z.boolean(),
  /** Unused backup codes; null without two-factor authentication. */
  backupCodesLeft: z.number().int().nullable(),
  /** The current device first, then the others, most recently seen first. */
  devices: z.array(signedInDeviceSchema),
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
