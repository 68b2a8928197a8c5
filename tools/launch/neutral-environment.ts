const OURS =
  /^(DATABASE_|SANDBOX_|SHOPIFY_|SMTP_|STOCKCAST_|TWILIO_|DATA_DIR$|NODE_ENV$|HOST$|PORT$|PUBLIC_URL$|MAIL_FROM$|LOG_LEVEL$|SLACK$)/

/** Returns `env` without the configuration variables of Stockcast. */
export function neutralEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.test(name)))
}
