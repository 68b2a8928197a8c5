import { AppError } from '../errors.ts'

/** Maximum number of failures of a chain of causes in one log line. */
const MAX_CAUSES = 4
/** Classes of PostgreSQL’s errors whose messages repeat what was sent: invalid data, and text that is not a valid query. */
const REPEATS_TEXT = /^(22|42601)/

type FailureFields = Readonly<Record<string, unknown>>

/**
 * Returns the fields of a log line about a failure. The message of a library or of JavaScript itself may repeat what a caller
 * sent. Therefore only our own messages are logged, and PostgreSQL’s about tables and connections; type, code and place are
 * logged for every failure.
 */
export function failureFields(error: unknown, depth = 1): FailureFields {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, code, syscall, address, port, severity } = error as NodeJS.ErrnoException & Database & Socket
  const isDatabase = severity !== undefined && typeof code === 'string'
  const isOwn = error instanceof AppError || (error.constructor === Error && code === undefined)
  const isTold = isOwn || (isDatabase && !REPEATS_TEXT.test(code))
  const { table, constraint, column, routine } = error as Database
  return {
    type: name,
    code,
    message: isTold ? error.message : undefined,
    detail: error instanceof AppError ? error.detail : undefined,
    ...(isDatabase ? { table, constraint, column, routine } : { syscall, address, port }),
    // Where it was thrown, without the message that a stack begins with.
    stack: error.stack
      ?.replace(error.message, '')
      .match(/^ {4}at .*$/gm)
      ?.join('\n'),
    cause:
      error.cause === undefined || depth === MAX_CAUSES ? undefined : failureFields(error.cause, depth + 1),
    causes:
      error instanceof AggregateError && depth < MAX_CAUSES
        ? error.errors.slice(0, MAX_CAUSES).map((each) => failureFields(each, depth + 1))
        : undefined,
  }
}

interface Socket {
  address?: string
  port?: number
}

/** The fields of PostgreSQL’s errors that name things of the schema. */
interface Database {
  severity?: string
  table?: string
  constraint?: string
  column?: string
  routine?: string
}
