import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

const PATIENCE_MS = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Attempt {
  name: string
  method: string
  path: string
  headers: OutgoingHttpHeaders
  body(): readonly (string | Buffer)[]
}

/** Sends a request and returns the status; 0 if the server closed the connection or the request is invalid HTTP. */
export function send(url: string, { method, path, headers, body }: Attempt): Promise<number> {
  const { hostname, port } = new URL(url)
  const pieces = body()
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const length = pieces.length === 1 ? { 'content-length': Buffer.byteLength(pieces[0]!) } : {}
      const own = { ...length, ...headers }
      const sending = request({ hostname, port, method, path, agent, signal, headers: own })
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
      for (const piece of pieces) sending.write(piece)
      sending.end()
    } catch {
      resolve(0)
    }
  })
}
