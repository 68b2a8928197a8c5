import pg from 'pg'
import { reduceWebhook } from '../../apps/server/src/providers/shopify/webhooks/reduce-webhook.ts'
import { makeDeliveries } from './deliveries.ts'

const CONNECTIONS = 12

/**
 * Inserts the same rows one by one into a table without row-level security or foreign keys. Returns rows a
 * second.
 */
export async function insertBare(
  databaseUrl: string,
  args: { shop: string; count: number },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  try {
    await pool.query(`create table bare_inbox (
      topic text, event_id text, resource text, state jsonb, triggered_at timestamptz, primary key (topic, event_id))`)
    const rows = makeDeliveries(args.shop, args.count).map(({ headers, body }) => {
      const topic = headers['x-shopify-topic'] ?? ''
      const reduced = reduceWebhook(topic, JSON.parse(body), { shop: args.shop, now: new Date() })
      return [
        topic,
        headers['x-shopify-event-id'],
        reduced?.resource,
        JSON.stringify(reduced?.state),
        headers['x-shopify-triggered-at'],
      ]
    })
    const start = performance.now()
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let row = rows.pop(); row; row = rows.pop()) {
          const text = 'insert into bare_inbox values ($1, $2, $3, $4, $5) on conflict do nothing'
          await pool.query({ name: 'bare', text, values: row })
        }
      }),
    )
    return args.count / ((performance.now() - start) / 1000)
  } finally {
    await pool.end()
  }
}
