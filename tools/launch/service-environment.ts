import { hasSecretInEnvironment, type LaunchConfig } from './config.ts'
import { databaseFolder } from './database.ts'
import { derivedSecret, ensureSecrets } from './secret.ts'
import { webFolder } from './web-build.ts'

export interface ServiceEnvironments {
  sandbox: NodeJS.ProcessEnv
  /** Returns the variables that web and workers have in common. */
  server(databaseUrl: string, folder?: string): NodeJS.ProcessEnv
}

/** Variables that only the product may know; the sandbox, which stands for external providers, gets none of them. */
const ONLY_FOR_PRODUCT = [
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'STOCKCAST_SECRET',
  'STOCKCAST_SECRET_PREVIOUS',
  'SHOPIFY_API_SECRET',
  'SHOPIFY_API_SECRET_PREVIOUS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_WEBHOOK_SECRET_PREVIOUS',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_AUTH_TOKEN_PREVIOUS',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

/**
 * Has the C library divide its memory into two arenas instead of eight for each core, so that a thread can use what another
 * one has freed. The image sets the same.
 */
export const MEMORY_VARIABLES = { MALLOC_ARENA_MAX: '2' }

/** Returns the variables of each service. In production no missing value is generated. */
export function serviceEnvironments(config: LaunchConfig): ServiceEnvironments {
  const secrets = secretVariables(config)
  const secret = secrets.STOCKCAST_SECRET
  const shared = {
    ...MEMORY_VARIABLES,
    ...config.env,
    HOST: config.host,
    PORT: `${config.port}`,
    ...(config.isProduction ? {} : { PUBLIC_URL: config.publicUrl }),
    DATA_DIR: config.dataDir,
    ...(config.needsSandbox && secret ? sandboxAccess(config, secret) : {}),
  }
  const outside = Object.fromEntries(
    Object.entries(shared).filter(([name]) => !ONLY_FOR_PRODUCT.includes(name)),
  )
  return {
    sandbox: { ...outside, HOST: '127.0.0.1', APP_URL: `http://127.0.0.1:${config.port}` },
    server: (databaseUrl, folder = databaseFolder(config.dataDir)) => ({
      ...shared,
      DATABASE_URL: databaseUrl,
      WEB_ROOT: webFolder(config.root),
      // The embedded database has a single launcher, which has a single worker of each kind of work.
      ...(config.databaseUrl === undefined
        ? { ONLY_WORKER: '1', DATABASE_DIR: folder, DATABASE_DIRECT_URL: '' }
        : {}),
      ...secrets,
    }),
  }
}

/** Returns the secret of the environment or, except in production, the one in the data folder. */
export function secretVariables(config: LaunchConfig): Record<string, string> {
  if (hasSecretInEnvironment(config)) {
    return config.secret === undefined ? {} : { STOCKCAST_SECRET: config.secret }
  }
  const { secret, previous } = ensureSecrets(config.dataDir)
  return {
    STOCKCAST_SECRET: secret,
    ...(previous === null ? {} : { STOCKCAST_SECRET_PREVIOUS: previous }),
  }
}

function sandboxAccess(config: LaunchConfig, secret: string): Record<string, string> {
  return {
    SANDBOX_URL: `http://127.0.0.1:${config.sandboxPort}`,
    SANDBOX_PORT: `${config.sandboxPort}`,
    SANDBOX_SMTP_PORT: `${config.sandboxSmtpPort}`,
    SANDBOX_SECRET: derivedSecret(secret, 'sandbox client secret'),
    SANDBOX_TOKEN: derivedSecret(secret, 'sandbox token'),
  }
}
