import { BlockList, isIP } from 'node:net'
import { AppError } from '../errors.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Returns whether an address is on this machine, so that nobody else reads what is sent there in clear. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** Settings in the address of a mail server by which a connection would not be encrypted, or not verified. */
const WEAKENING = /^(secure|requireTLS|ignoreTLS|opportunisticTLS|tls(\..*)?)$/i

/** Requires an encrypted connection to the mail server and to the collector, except on this machine. */
export function assertNothingInClear(values: {
  SMTP_URL?: string | undefined
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
}): void {
  const { SMTP_URL: smtp, OTEL_EXPORTER_OTLP_ENDPOINT: collector } = values
  if (smtp !== undefined && !isLoopback(smtp)) {
    const weakening = [...new URL(smtp).searchParams.keys()].find((name) => WEAKENING.test(name))
    if (weakening !== undefined)
      throw fault(
        `SMTP_URL: leave out ${weakening}: mails are sent over TLS, with a certificate that is verified`,
      )
  }
  if (collector !== undefined && !isLoopback(collector) && new URL(collector).protocol !== 'https:')
    throw fault(
      'OTEL_EXPORTER_OTLP_ENDPOINT: must begin with https:// unless the collector is on this machine',
    )
}

function fault(what: string): AppError {
  return new AppError('invalid_input', `The configuration is invalid. ${what}.`)
}
