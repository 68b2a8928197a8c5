import { isIPv6 } from 'node:net'
import path from 'node:path'
import { Problem } from '../problem.ts'

export interface LaunchConfig {
  root: string
  dataDir: string
  host: string
  port: number
  sandboxPort: number
  sandboxSmtpPort: number
  publicUrl: string
  /** Undefined if the embedded PostgreSQL is used. */
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  /** The secret of the environment, if it has one. */
  secret: string | undefined
  isProduction: boolean
  /** True if at least one provider is not configured and its fake is used instead. */
  needsSandbox: boolean
  /** The environment that the services inherit. */
  env: NodeJS.ProcessEnv
}

const PROVIDERS = [
  'SHOPIFY_API_KEY',
  'SHOPIFY_API_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
]

/** Reads the configuration of the launcher; the services check the rest. */
export function readConfig(root: string, env: NodeJS.ProcessEnv = process.env): LaunchConfig {
  const isProduction = env.NODE_ENV === 'production'
  const port = portFrom(env, 'PORT', 3000)
  return {
    root,
    dataDir: path.resolve(root, env.DATA_DIR || '.data'),
    host: env.HOST || '127.0.0.1',
    port,
    sandboxPort: portFrom(env, 'SANDBOX_PORT', 3001),
    sandboxSmtpPort: portFrom(env, 'SANDBOX_SMTP_PORT', 3025),
    publicUrl: env.PUBLIC_URL || `http://localhost:${port}`,
    databaseUrl: env.DATABASE_URL || undefined,
    databaseOwnerUrl: env.DATABASE_OWNER_URL || undefined,
    secret: env.STOCKCAST_SECRET || undefined,
    isProduction,
    needsSandbox: !isProduction && PROVIDERS.some((name) => !env[name]),
    env,
  }
}

/** Returns whether the secret comes from the environment, as it must in production, and not from the data folder. */
export function hasSecretInEnvironment(config: Pick<LaunchConfig, 'secret' | 'isProduction'>): boolean {
  return config.secret !== undefined || config.isProduction
}

/** Returns the address at which this machine reaches the web process. */
export function webAddress({ host, port }: Pick<LaunchConfig, 'host' | 'port'>): string {
  const isEvery = host === '0.0.0.0' || host === '::'
  const reached = isEvery ? '127.0.0.1' : host
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`
}

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name]
  if (!text) return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port
  throw new Problem(`${name} must be a port number from 1 to 65535, not "${text}".`)
}
