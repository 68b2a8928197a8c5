import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import Stripe from 'stripe'
import type { Json, Query } from './open-sandbox.ts'
import { listen } from './serve.ts'

export interface Received {
  headers: IncomingHttpHeaders
  topic: string
  isSigned: boolean
  body: Json
}

/** An app on loopback that keeps what it is sent. */
export class WebhookReceiver {
  readonly received: Received[] = []
  address = ''
  mostAtOnce = 0
  /** Status to answer with; 'hang' = no answer. */
  answer: (delivery: Received) => number | 'hang' = () => 200

  static async open(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    let atOnce = 0
    const server = createServer(async (incoming, outgoing) => {
      receiver.mostAtOnce = Math.max(receiver.mostAtOnce, ++atOnce)
      const bytes = await buffer(incoming)
      const signature = createHmac('sha256', 'sandbox-secret').update(bytes).digest('base64')
      const delivery = {
        headers: incoming.headers,
        topic: String(incoming.headers['x-shopify-topic']),
        isSigned: incoming.headers['x-shopify-hmac-sha256'] === signature,
        body: JSON.parse(bytes.toString('utf8')),
      }
      receiver.received.push(delivery)
      const answer = receiver.answer(delivery)
      atOnce--
      if (answer !== 'hang') outgoing.writeHead(answer, { location: '/elsewhere' }).end()
    })
    receiver.address = `${await listen(server)}/webhooks/shopify`
    return receiver
  }

  ofTopic(topic: string): Received[] {
    return this.received.filter((each) => each.topic === topic)
  }
}

export async function subscribe(query: Query, uri: string, ...topics: string[]): Promise<void> {
  const create = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) { userErrors { message } }
  }`
  for (const topic of topics) await query(create, { topic, uri })
}

/** An app on loopback that verifies events with the official library and keeps them. */
export class StripeWebhookReceiver {
  readonly received: Stripe.Event[] = []
  readonly signatures: string[] = []
  address = ''
  answer: (event: Stripe.Event) => number = () => 200

  static async open(): Promise<StripeWebhookReceiver> {
    const receiver = new StripeWebhookReceiver()
    const server = createServer(async (incoming, outgoing) => {
      const body = await buffer(incoming)
      const signature = String(incoming.headers['stripe-signature'])
      const event = Stripe.webhooks.constructEvent(body, signature, 'whsec_sandbox-secret', 0)
      receiver.received.push(event)
      receiver.signatures.push(signature)
      outgoing.writeHead(receiver.answer(event)).end()
    })
    receiver.address = `${await listen(server)}/webhooks/stripe`
    return receiver
  }

  get types(): string[] {
    return this.received.map(({ type }) => type)
  }
}
