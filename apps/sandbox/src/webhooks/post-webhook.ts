import { Agent, request } from 'node:http'
import { isOwnMachine } from '../own-machine.ts'

export interface Post {
  uri: string
  headers: Record<string, string>
  body: string
}

export interface PostAnswer {
  /** Only the 200s count; a redirect is not followed. */
  isAccepted: boolean
  answer: string
}

export interface Deadlines {
  connectMs: number
  totalMs: number
}

/** Posts over connections that stay open. Never rejects: what goes wrong is the answer. */
export class WebhookPoster {
  private readonly agent: Agent
  private readonly deadlines: Deadlines

  constructor(mostConnections: number, deadlines: Deadlines) {
    this.agent = new Agent({ keepAlive: true, maxSockets: mostConnections })
    this.deadlines = deadlines
  }

  async post(post: Post): Promise<PostAnswer> {
    if (!isOwnMachine(post.uri) || !post.uri.startsWith('http:'))
      return { isAccepted: false, answer: 'refused: not an address of this machine' }
    const first = await this.attempt(post)
    // The other side may have closed an idle connection in the moment it was used again.
    return first === 'stale' ? asAnswer(await this.attempt(post)) : first
  }

  close(): void {
    this.agent.destroy()
  }

  private attempt({ uri, headers, body }: Post): Promise<PostAnswer | 'stale'> {
    const { connectMs, totalMs } = this.deadlines
    return new Promise((resolve) => {
      const bytes = Buffer.from(body)
      const sent = request(uri, {
        method: 'POST',
        agent: this.agent,
        headers: { ...headers, 'content-length': bytes.length },
      })
      const giveUp = (answer: string) => {
        resolve({ isAccepted: false, answer })
        sent.destroy()
      }
      const connected = deadline(connectMs, () => giveUp(`no connection within ${connectMs} ms`))
      const answered = deadline(totalMs, () => giveUp(`no answer within ${totalMs} ms`))
      sent.once('socket', (socket) => {
        if (!socket.connecting) connected()
        else socket.once('connect', connected)
      })
      sent.once('response', (response) => {
        answered()
        const status = response.statusCode ?? 0
        resolve({ isAccepted: status >= 200 && status < 300, answer: String(status) })
        response.resume()
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET'
        resolve(isStale ? 'stale' : { isAccepted: false, answer: error.code ?? error.message })
      })
      sent.once('close', () => {
        connected()
        answered()
      })
      sent.end(bytes)
    })
  }
}

/**
 * Calls `expire` after `ms` unless the returned function was called before. Events that arrived while this process was
 * blocked are handled first: they were in time.
 */
function deadline(ms: number, expire: () => void): () => void {
  let isMet = false
  const timer = setTimeout(() => setImmediate(() => isMet || expire()), ms)
  return () => {
    isMet = true
    clearTimeout(timer)
  }
}

function asAnswer(answer: PostAnswer | 'stale'): PostAnswer {
  return answer === 'stale' ? { isAccepted: false, answer: 'ECONNRESET' } : answer
}
