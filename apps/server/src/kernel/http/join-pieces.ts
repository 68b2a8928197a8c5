import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Further pieces in one turn of the event loop wait for the next turn. */
const MAX_PIECES = 1_000

/**
 * Joins the pieces of a chunked body that arrive in the same turn of the event loop. Pieces may be one byte,
 * and a stream takes some microseconds for each.
 */
export function joinPieces(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['transfer-encoding'] === undefined) return
    // Node reads an unread body without a pause and drops it, so this counts the body as read and takes the
    // rest in turns.
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
      // Like a full stream, it does not read the socket again until what has arrived is passed on.
      return pieces.length < MAX_PIECES && request.readableLength + size < request.readableHighWaterMark
    }
  })
}
