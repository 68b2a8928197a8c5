import { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../errors.ts'
import { assertParsable } from './assert-parsable.ts'
import type { AppEnv } from './context.ts'

/** How the HTTP server takes a body that was read before (`rawBody`, from Google Cloud Functions). */
type Incoming = IncomingMessage & { rawBody?: Buffer }

/**
 * Refuses a body of more than `maxBytes` before it is parsed, by its announced length or while it arrives;
 * `checkJson` throws to refuse JSON. The body is read from the socket in whole buffers: a web stream takes
 * some microseconds for every piece, and pieces may be one byte.
 */
export function limitBody(
  maxBytes: number,
  checkJson: (body: Buffer) => void = () => undefined,
): MiddlewareHandler<AppEnv> {
  const limitInProcess = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge(maxBytes)
    },
  })
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as { incoming?: Incoming }
    if (!(incoming instanceof IncomingMessage)) return limitInProcess(c, next)
    if (!hasBody(incoming)) return next()
    // A request that no route of a path with its own limit takes comes here a second time.
    incoming.rawBody ??= await readBody(incoming, maxBytes)
    if (incoming.rawBody.length > maxBytes) throw tooLarge(maxBytes)
    if (incoming.headers['content-type']?.toLowerCase().includes('json')) checkJson(incoming.rawBody)
    return next()
  }
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  const isSent = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return isSent && method !== 'GET' && method !== 'HEAD'
}

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const pieces: Buffer[] = []
  let size = 0
  const take = () => {
    const piece = incoming.read() as Buffer | null
    if (piece === null) return
    pieces.push(piece)
    size += piece.length
    if (size > maxBytes) reject(tooLarge(maxBytes))
  }
  const finish = () => resolve(Buffer.concat(pieces))
  const abort = () => {
    // A request also closes after its whole body has arrived.
    if (!incoming.readableEnded)
      reject(new AppError('invalid_input', 'The request ended before its body did.'))
  }
  incoming.on('readable', take).once('end', finish).once('close', abort).once('error', abort)
  return promise.finally(() => {
    incoming.off('readable', take).off('end', finish).off('close', abort)
  })
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('invalid_input', `The request is larger than ${sizeText(maxBytes)}.`)
}

function sizeText(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1000} kB`
}

/** Enough for every form of the screens; the longest is the return from a store's authorization, with 14 kB of text. */
const USUAL_BYTES = 32_000

/** Refuses bodies that are larger than their endpoint allows, before they are parsed. */
export const limitBodies: MiddlewareHandler<AppEnv> = (c, next) => {
  const { body, maxBytes = USUAL_BYTES } = c.get('endpoint') ?? {}
  return body === 'file' ? next() : limitBody(maxBytes, assertParsable)(c, next)
}
