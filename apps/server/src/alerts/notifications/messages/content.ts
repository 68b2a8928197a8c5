import type { ChannelName, ShopFormats } from '@stockcast/contract'
import { z } from 'zod'

/** What is sent, ready for the provider; stored with the delivery, so that a repeated try sends the same. */
export const contentSchema = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('slack'), text: z.string(), blocks: z.array(z.looseObject({})) }),
  z.object({
    channel: z.literal('email'),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** An address other than the channel's. */
    to: z.string().optional(),
    /** Who gets the answer. */
    replyTo: z.string().optional(),
    /** Stops mails like this one with one press (RFC 8058). */
    unsubscribeUrl: z.string().optional(),
    /** Files in base64. */
    attachments: z
      .array(z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() }))
      .optional(),
  }),
  z.object({ channel: z.literal('sms'), body: z.string() }),
])
export type Content = z.infer<typeof contentSchema>

/** A link in a message that does one thing about one alert. */
export interface ActionLink {
  label: string
  url: string
}

/** An alert with the facts that a message needs. */
export interface AlertFacts {
  alertId: number
  variantId: number
  type: 'low_stock' | 'stockout_risk'
  severity: number
  title: string
  available: number | null
  probability: number | null
  daysUntilStockout: number | null
  orderQuantity: number
  /** Whether the product is made from other products instead of ordered. */
  isMade?: boolean
  recommendation: string
}

/** An order that is late, with the facts that a message needs. */
export interface LateOrderFacts {
  orderId: number
  /** Ours: `PO-0007`. */
  number: string
  /** The number under which it was imported. */
  originalNumber: string | null
  /** Null in an order that was imported without a supplier. */
  supplierName: string | null
  /** Units still to come. */
  units: number
  /** The last day on which the order was not late. */
  lateAfter: string
}

export interface MessageInput {
  products: readonly ProductNews[]
  orders: readonly OrderNews[]
  kind: 'alerts' | 'daily' | 'weekly'
  /** The name of the shop; null while it has none. */
  shop: string | null
  /** The number formats of the shop. */
  formats: ShopFormats
  /** The address of the app, without a slash at the end. */
  publicUrl: string
  /** Ends mails like this one. */
  stopUrl?: string
}

/** The news about one product: all its alerts in one line. */
export interface ProductNews {
  variantId: number
  alertIds: number[]
  title: string
  isOut: boolean
  needsOrder: boolean
  isMade: boolean
  /** The facts: "60 in stock. 96% likely to run out before a new order would arrive." */
  state: string
  /** What to do by when. */
  recommendation: string
  links: readonly ActionLink[]
}

/** The news that an order is late. */
export interface OrderNews {
  orderId: number
  /** "PO-0007 (Acme)". */
  title: string
  /** "60 units should have come by Nov 25." */
  state: string
  /** What to do. */
  recommendation: string
}

export type Compose = (input: MessageInput) => Content
export type ComposeTest = (publicUrl: string, shop: string | null) => Content

export interface Composer {
  compose: Compose
  composeTest: ComposeTest
}

export type Composers = Readonly<Record<ChannelName, Composer>>
