// Runs in a separate process, so that it does not slow what is measured:
// node send-deliveries.ts URL SHOP COUNT
import { Agent, request } from 'node:http'
import { quantile } from '../launch/figures.ts'
import { makeDeliveries, type SignedDelivery } from './deliveries.ts'

const CONNECTIONS = 50

export type Sent = typeof sent

const [url = '', shop = '', count = ''] = process.argv.slice(2)
const deliveries = makeDeliveries(shop, Number(count))
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const times: number[] = []
let failed = 0

const start = performance.now()
await Promise.all(Array.from({ length: CONNECTIONS }, sendAll))
const sent = { seconds: (performance.now() - start) / 1000, failed, p99: quantile(times, 0.99) }
agent.destroy()
process.stdout.write(JSON.stringify(sent))

async function sendAll(): Promise<void> {
  for (let next = deliveries.pop(); next; next = deliveries.pop()) {
    const sentAt = performance.now()
    if ((await send(next)) !== 200) failed++
    times.push(performance.now() - sentAt)
  }
}

function send({ headers, body }: SignedDelivery): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/webhooks/shopify`, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
