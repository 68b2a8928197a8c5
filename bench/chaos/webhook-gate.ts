import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '../launch/database.ts'

export interface WebhookGate {
  url: string
  /** Topic and event id of each delivery that the product acknowledged. */
  acknowledged: Set<string>
  close(): void
}

/**
 * Opens a proxy in front of the product that records acknowledged webhooks. It answers 502 if the product is
 * down.
 */
export async function openWebhookGate(product: { port: number }): Promise<WebhookGate> {
  const acknowledged = new Set<string>()
  const agent = new Agent({ keepAlive: false })
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming
    const forward = request(
      { host: '127.0.0.1', port: product.port, path, method, headers, agent },
      (answer) => {
        const topic = headers['x-shopify-topic']
        if (topic && answer.statusCode === 200) acknowledged.add(`${topic} ${headers['x-shopify-event-id']}`)
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => outgoing.destroy())
        answer.pipe(outgoing)
      },
    )
    forward.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    })
    incoming.pipe(forward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    acknowledged,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns a sentence if acknowledged webhooks are missing from the inbox. */
export async function lostWebhooks(database: Database, gate: WebhookGate): Promise<string[]> {
  const kept = await database.rows<{ event: string }>(
    `select topic || ' ' || event_id as event from webhook_inbox where merchant_id > 0`,
  )
  const known = new Set(kept.map((row) => row.event))
  const lost = [...gate.acknowledged].filter((event) => !known.has(event))
  return lost.length === 0 ? [] : [`${lost.length} acknowledged webhooks are lost`]
}
