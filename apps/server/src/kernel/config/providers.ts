import { AppError } from '../errors.ts'
import type { Environment } from './environment.ts'
import { getSecrets, type Secrets } from './secrets.ts'

export interface ShopifyConfig {
  mode: 'live' | 'sandbox'
  apiKey: string
  apiSecrets: Secrets
  sandboxOrigin: string | null
  /** Whether to request orders older than 60 days, which Shopify must have allowed for the app. */
  asksForAllOrders: boolean
}

export interface StripeConfig {
  mode: 'live' | 'sandbox'
  secretKey: string
  webhookSecrets: Secrets
  /** null: the price with the lookup key of the Pro Plan. */
  priceId: string | null
  sandboxOrigin: string | null
}

export type SmsConfig =
  | { mode: 'not_set_up' }
  | {
      mode: 'live' | 'sandbox'
      /** Twilio's API, or its fake. */
      url: string
      accountSid: string
      authTokens: Secrets
      from: string
    }

/** Returns the names of the providers' variables without which there is no live provider. */
export function missingProviders(values: Environment): string[] {
  const required = [
    'SHOPIFY_API_KEY',
    'SHOPIFY_API_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
  ] as const
  return required.filter((name) => values[name] === undefined)
}

export function readProviders(values: Environment) {
  return {
    shopify: shopifyConfig(values),
    stripe: stripeConfig(values),
    mail: mailConfig(values),
    slack: slackConfig(values),
    sms: smsConfig(values),
  }
}

function shopifyConfig(values: Environment): ShopifyConfig {
  const { SHOPIFY_API_KEY: apiKey, SHOPIFY_API_SECRET: apiSecret, SHOPIFY_ALL_ORDERS: allOrders } = values
  if (apiKey && apiSecret) {
    const apiSecrets = getSecrets(apiSecret, values.SHOPIFY_API_SECRET_PREVIOUS)
    return { mode: 'live', apiKey, apiSecrets, sandboxOrigin: null, asksForAllOrders: allOrders === 'on' }
  }
  return {
    mode: 'sandbox',
    asksForAllOrders: allOrders !== 'off',
    apiKey: 'sandbox-client',
    apiSecrets: [values.SANDBOX_SECRET],
    sandboxOrigin: `${values.SANDBOX_URL}/shopify`,
  }
}

function stripeConfig(values: Environment): StripeConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const priceId = values.STRIPE_PRICE_ID ?? null
  if (secretKey && webhookSecret) {
    const webhookSecrets = getSecrets(webhookSecret, values.STRIPE_WEBHOOK_SECRET_PREVIOUS)
    return { mode: 'live', secretKey, webhookSecrets, priceId, sandboxOrigin: null }
  }
  return {
    mode: 'sandbox',
    secretKey: 'sk_test_sandbox',
    webhookSecrets: [`whsec_${values.SANDBOX_SECRET}`],
    priceId: null,
    sandboxOrigin: values.SANDBOX_URL ?? null,
  }
}

function mailConfig(values: Environment): { mode: 'live' | 'sandbox'; url: string; from: string } {
  if (values.SMTP_URL) return { mode: 'live', url: values.SMTP_URL, from: values.MAIL_FROM }
  return { mode: 'sandbox', url: `smtp://127.0.0.1:${values.SANDBOX_SMTP_PORT}`, from: values.MAIL_FROM }
}

/**
 * Returns the fake for Slack messages. The product needs no key for Slack, so production works without
 * configuration, and it uses no fake.
 */
function messageFake({ NODE_ENV, SANDBOX_URL }: Environment): string | undefined {
  return NODE_ENV === 'production' ? undefined : SANDBOX_URL
}

/** Reads the settings of Slack; `origin` replaces https://hooks.slack.com. */
function slackConfig(values: Environment): { mode: 'live' | 'sandbox'; origin: string } {
  const fake = messageFake(values)
  if (!fake || values.SLACK === 'live') return { mode: 'live', origin: 'https://hooks.slack.com' }
  return { mode: 'sandbox', origin: `${fake}/slack` }
}

const SANDBOX_TWILIO = { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' }

function smsConfig(values: Environment): SmsConfig {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = values
  if (accountSid && authToken && from) {
    const authTokens = getSecrets(authToken, values.TWILIO_AUTH_TOKEN_PREVIOUS)
    return { mode: 'live', url: 'https://api.twilio.com', accountSid, authTokens, from }
  }
  if (accountSid || authToken || from) {
    const names = 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM'
    throw new AppError('invalid_input', `SMS needs ${names} together: set all three, or none.`)
  }
  const fake = messageFake(values)
  if (!fake) return { mode: 'not_set_up' }
  const url = `${fake}/twilio`
  return { mode: 'sandbox', url, authTokens: [values.SANDBOX_SECRET], ...SANDBOX_TWILIO }
}
