import { z } from 'zod'

const port = (byDefault: number) => z.coerce.number().int().min(0).max(65_535).default(byDefault)

const WEBHOOK_PATH = '/webhooks/shopify'
const STRIPE_WEBHOOK_PATH = '/webhooks/stripe'
const SMS_REPLY_PATH = '/webhooks/twilio/inbound'

const environment = z.object({
  SANDBOX_PORT: port(3001),
  SANDBOX_SMTP_PORT: port(3025),
  SANDBOX_SECRET: z.string().min(1).default('sandbox-secret'),
  SANDBOX_TOKEN: z.string().min(1).optional(),
  SANDBOX_RESTORE_RATE: z.coerce.number().positive().default(100),
  SANDBOX_COMPLIANCE_URL: z.url().optional(),
  SANDBOX_STRIPE_WEBHOOK_URL: z.url().optional(),
  APP_URL: z.url().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
})

export interface Config {
  port: number
  smtpPort: number
  dataDir: string
  clientId: string
  clientSecret: string
  /** The app that is notified of clock changes, with the shared token; null if none is. */
  app: { url: string; token: string } | null
  /** Address for webhooks of the compliance topics; an app has one for all of them. */
  complianceUri: string | null
  /** Address for events of Stripe. */
  stripeWebhookUri: string | null
  /** Address for replies to messages. */
  smsReplyUri: string | null
  /** Points a second; Shopify's standard plan has 100. */
  restoreRate: number
}

/** Throws an error that names the variable and what it may be. */
export function readConfig(variables: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) throw new Error(`Environment: ${z.prettifyError(read.error)}`)
  const { data } = read
  return {
    port: data.SANDBOX_PORT,
    smtpPort: data.SANDBOX_SMTP_PORT,
    dataDir: `${data.DATA_DIR}/sandbox`,
    clientId: 'sandbox-client',
    clientSecret: data.SANDBOX_SECRET,
    app: data.APP_URL && data.SANDBOX_TOKEN ? { url: data.APP_URL, token: data.SANDBOX_TOKEN } : null,
    complianceUri:
      data.SANDBOX_COMPLIANCE_URL ?? (data.APP_URL ? new URL(WEBHOOK_PATH, data.APP_URL).href : null),
    stripeWebhookUri:
      data.SANDBOX_STRIPE_WEBHOOK_URL ??
      (data.APP_URL ? new URL(STRIPE_WEBHOOK_PATH, data.APP_URL).href : null),
    smsReplyUri: data.APP_URL ? new URL(SMS_REPLY_PATH, data.APP_URL).href : null,
    restoreRate: data.SANDBOX_RESTORE_RATE,
  }
}

/** Returns the address of the running sandbox, for commands that use it. */
export function readSandboxUrl(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return z.url().parse(variables.SANDBOX_URL || 'http://127.0.0.1:3001')
}
