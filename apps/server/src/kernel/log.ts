import { type DestinationStream, pino } from 'pino'
import { failureFields } from './telemetry/failure-fields.ts'
import { operationFields } from './telemetry/operation.ts'

export type Log = pino.Logger

const secretPaths = ['token', 'accessToken', 'refreshToken', 'password', 'authorization', 'cookie', 'secret']

/**
 * Creates a log of JSON lines, on stdout unless given; anything that looks like a credential is replaced, and
 * failures are told without what callers sent. Lines of a request or a job have its correlation id.
 */
export function createLog(level: string, role: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { role },
    mixin: operationFields,
    serializers: { err: (error: unknown) => failureFields(error) },
    redact: { paths: [...secretPaths, ...secretPaths.map((path) => `*.${path}`)], censor: '[redacted]' },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
