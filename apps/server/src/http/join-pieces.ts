import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** More in one turn of the event loop wait for the next one. */
const MOST_PIECES = 1_000

/**
 * Joins the pieces of a chunked body that arrive in the same turn of the event loop. Pieces may be one byte, and each one
 * that a stream passes on costs some microseconds.
 */
export function joinPieces(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['transfer-encoding'] === undefined) return
    // Node drops what nobody reads without a pause, so a body counts as read and what is left of it comes in turns.
    request.read(0)
    response.once('finish', () => request.resume())
    const push = request.push.bind(request)
    let pieces: Buffer[] = []
    let size = 0
    const flush = () => {
      if (pieces.length === 0) return
      const joined = Buffer.concat(pieces)
      pieces = []
      size = 0
      push(joined)
    }
    request.push = (piece: Buffer | null) => {
      if (piece === null) {
        flush()
        return push(null)
      }
      if (pieces.push(piece) === 1) setImmediate(flush)
      size += piece.length
      // As a full stream does: the socket is not read again until what came has been passed on.
      return pieces.length < MOST_PIECES && request.readableLength + size < request.readableHighWaterMark
    }
  })
}
