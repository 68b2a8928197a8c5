import type { LaunchConfig } from './config.ts'
import { databaseFolder } from './database.ts'
import { derivedSecret, keptSecret } from './secret.ts'
import { webFolder } from './web-build.ts'

export interface ServiceEnvironments {
  sandbox: NodeJS.ProcessEnv
  /** For web and worker, which differ by STOCKCAST_ROLE. */
  server(databaseUrl: string): NodeJS.ProcessEnv
}

// The sandbox plays the outside world: it gets nothing that only the product may know.
const OURS_ALONE = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'STOCKCAST_SECRET',
  'SHOPIFY_API_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
]

/** The variables of each service. In production nothing is made up: what is missing stays missing. */
export function serviceEnvironments(config: LaunchConfig): ServiceEnvironments {
  const secret = config.secret ?? (config.isProduction ? undefined : keptSecret(config.dataDir))
  const shared = {
    ...config.env,
    HOST: config.host,
    PORT: `${config.port}`,
    ...(config.isProduction ? {} : { PUBLIC_URL: config.publicUrl }),
    DATA_DIR: config.dataDir,
    ...(config.needsSandbox && secret ? sandboxAccess(config, secret) : {}),
  }
  const outside = Object.fromEntries(Object.entries(shared).filter(([name]) => !OURS_ALONE.includes(name)))
  return {
    sandbox: { ...outside, HOST: '127.0.0.1', APP_URL: `http://127.0.0.1:${config.port}` },
    server: (databaseUrl) => ({
      ...shared,
      DATABASE_URL: databaseUrl,
      WEB_ROOT: webFolder(config.root),
      // The embedded database has one launcher, and a launcher has one worker.
      ...(config.databaseUrl === undefined
        ? { ONLY_WORKER: '1', DATABASE_DIR: databaseFolder(config.dataDir) }
        : {}),
      ...(secret ? { STOCKCAST_SECRET: secret } : {}),
    }),
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
