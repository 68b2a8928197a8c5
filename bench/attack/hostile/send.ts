import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

const PATIENCE_MS = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Hostile {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  body: readonly (string | Buffer)[]
}

/**
 * Sends a request and returns the status; 0 if the server closed the connection or the request is invalid
 * HTTP.
 */
export function send(url: string, { method, path, headers, body }: Hostile): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const length = body.length === 1 ? { 'content-length': Buffer.byteLength(body[0] ?? '') } : {}
      const sending = request({
        hostname,
        port,
        method,
        path,
        agent,
        signal,
        headers: { ...length, ...headers },
      })
      sending.on('response', (response) => {
        resolve(response.statusCode ?? 0)
        // An event stream never ends.
        if (response.headers['content-type']?.startsWith('text/event-stream')) sending.destroy()
        response.resume()
      })
      sending.on('upgrade', (_, socket) => {
        socket.destroy()
        resolve(101)
      })
      sending.on('error', () => resolve(0))
      for (const piece of body) sending.write(piece)
      sending.end()
    } catch {
      resolve(0)
    }
  })
}
