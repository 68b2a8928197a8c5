import { z } from 'zod'

const port = (byDefault: number) => z.coerce.number().int().min(0).max(65_535).default(byDefault)

const environment = z.object({
  SANDBOX_PORT: port(3001),
  SANDBOX_SMTP_PORT: port(3025),
  SANDBOX_SECRET: z.string().min(1).default('sandbox-secret'),
  SANDBOX_TOKEN: z.string().min(1).optional(),
  SANDBOX_RESTORE_RATE: z.coerce.number().positive().default(100),
  APP_URL: z.url().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
})

export type Config = ReturnType<typeof readConfig>

/** Throws an error that names the variable and what it may be. */
export function readConfig(variables: Readonly<Record<string, string | undefined>> = process.env) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) throw new Error(`Environment: ${z.prettifyError(read.error)}`)
  const { data } = read
  const inApp = (path: string) => (data.APP_URL ? new URL(path, data.APP_URL).href : null)
  return {
    port: data.SANDBOX_PORT,
    smtpPort: data.SANDBOX_SMTP_PORT,
    dataDir: `${data.DATA_DIR}/sandbox`,
    clientId: 'sandbox-client',
    clientSecret: data.SANDBOX_SECRET,
    /** The app that is notified of clock changes, with the shared token; null if none is. */
    app: data.APP_URL && data.SANDBOX_TOKEN ? { url: data.APP_URL, token: data.SANDBOX_TOKEN } : null,
    /** Address for shop/redact, which no app subscribes to. */
    complianceUri: inApp('/webhooks/shopify'),
    /** Address for events of Stripe. */
    stripeWebhookUri: inApp('/webhooks/stripe'),
    /** Address for replies to messages. */
    smsReplyUri: inApp('/webhooks/twilio/inbound'),
    /** Points a second; Shopify's standard plan has 100. */
    restoreRate: data.SANDBOX_RESTORE_RATE,
  }
}

/** Returns the address of the running sandbox, for commands that use it. */
export function readSandboxUrl(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return z.url().parse(variables.SANDBOX_URL || 'http://127.0.0.1:3001')
}
