import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import Stripe from 'stripe'
import { listen } from './serve.ts'

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
