import { pino } from 'pino'

export type Log = pino.Logger

const secretPaths = ['token', 'accessToken', 'refreshToken', 'password', 'authorization', 'cookie', 'secret']

/** Creates a log of JSON lines on stdout; anything that looks like a credential is replaced. */
export function createLog(level: string, role: string): Log {
  return pino({
    level,
    base: { role },
    redact: { paths: [...secretPaths, ...secretPaths.map((path) => `*.${path}`)], censor: '[redacted]' },
  })
}
