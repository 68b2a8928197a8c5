import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Returns a function that begins to close connections: from then on every answer that has not begun, also one
 * to a request that is already running, tells the caller not to use its connection again. Otherwise a proxy
 * could send a further request at the moment in which the connection is cut.
 */
export function closingConnections(server: Server): () => void {
  const running = new Set<ServerResponse>()
  let isClosing = false
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false
    running.add(response)
    response.once('close', () => running.delete(response))
  })
  return () => {
    isClosing = true
    for (const response of running) response.shouldKeepAlive = false
  }
}
