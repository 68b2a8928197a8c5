const OURS = new RegExp(
  `^(${[
    '(DATABASE|OTEL|SANDBOX|SHOPIFY|SMTP|STOCKCAST|STRIPE|TWILIO|WORKER)_.*',
    '(CHANGES_A_SECOND|DATA_DIR|DEMO|DISK_RESERVE_MB|DRAIN_SECONDS|FORECAST_THREADS|HOST|LOG_LEVEL|MAIL_FROM|METRICS_TOKEN|NODE_ENV)',
    '(ONLY_WORKER|PORT|PUBLIC_URL|SLACK|TRUSTED_PROXIES|WEB_ROOT)',
  ].join('|')})$`,
)

/** Returns `env` without the configuration variables of Stockcast. */
export function neutralEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.test(name)))
}
