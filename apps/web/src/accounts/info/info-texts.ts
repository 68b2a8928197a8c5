import { PRO_PRICE_CENTS, PRO_PRICE_CURRENCY, TRIAL_DAYS } from '@stockcast/contract'
import { formatPrice } from '../../ui/format/numbers.ts'

/**
 * The texts of /help, /contact, /terms and /privacy, for the operator to edit. Who runs Stockcast is responsible for what
 * they promise: terms and privacy are a draft that says what the product does, not legal advice.
 */
export interface InfoText {
  title: string
  sections: readonly { heading: string; paragraphs: readonly string[] }[]
}

/** Where merchants write to; null until the operator gives an address. */
const contactEmail: string | null = null

const price = formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)

const writeTo =
  contactEmail === null
    ? 'The operator of this site has not given an address here yet.'
    : `Write to ${contactEmail}. Say which product and which day you mean, so that we can look at the same numbers.`

export const infoTexts = {
  '/help': {
    title: 'Help',
    sections: [
      {
        heading: 'Your first day',
        paragraphs: [
          'Connect your Shopify store, or import your products, stock and sales as CSV or Excel files. The first forecasts appear by themselves, usually within a few minutes.',
          'Until then, figures that are not known yet say so. The average of 45 days is a planning default until your first forecast.',
        ],
      },
      {
        heading: 'What to order',
        paragraphs: [
          'The Order screen lists each product that is due, with a quantity, its cost and the profit it keeps. The Why button shows how the quantity was calculated.',
          'A product can be due although its stock looks full: when its supplier takes long, when its demand varies, or when your safety stock is large. The advice beside it says which.',
          'With a budget, the products that keep the most profit for the money come first. A product left out says why.',
        ],
      },
      {
        heading: 'Alerts',
        paragraphs: [
          'Low Stock opens when the stock is at or below your safety stock. Stockout Risk opens when the stock will probably run out before a new order arrives.',
          'Alerts close by themselves when the stock is back. They come by email, Slack or SMS once you switch that on in Settings, Notifications.',
        ],
      },
      {
        heading: 'Deliveries',
        paragraphs: [
          'Open an order and press Receive to count what came. Until your store shows them, for at most seven days, received units count as stock.',
          'One click on the order’s page adds them to your store’s stock. Stockcast asks for that permission then, and never before.',
        ],
      },
      {
        heading: 'Suppliers and lead times',
        paragraphs: [
          'Enter the lead time that a supplier states. After three delivered orders, Stockcast learns the real one with its spread and plans with it.',
          'Safety stock, lead time and days of cover can be set for the shop in Settings, Global Settings, and for a single product in Settings, Per-Product Settings.',
        ],
      },
      {
        heading: 'Your plan',
        paragraphs: [
          `The trial lasts ${TRIAL_DAYS} days and needs no card. Pro is ${price} a month. Cancelling takes three clicks in Settings, Billing.`,
        ],
      },
    ],
  },
  '/contact': {
    title: 'Contact',
    sections: [{ heading: 'Questions and problems', paragraphs: [writeTo] }],
  },
  '/terms': {
    title: 'Terms',
    sections: [
      {
        heading: 'What you get',
        paragraphs: [
          'Stockcast reads your stock and sales, forecasts demand, and tells you what to order and when. A forecast is an estimate. What you order is your decision.',
        ],
      },
      {
        heading: 'Price',
        paragraphs: [
          `The first ${TRIAL_DAYS} days are free and need no card. After that Pro is ${price} a month, charged by Stripe in advance.`,
        ],
      },
      {
        heading: 'Cancelling',
        paragraphs: [
          'You can cancel at any time in Settings, Billing. You keep access until the end of the trial or of the period that is paid.',
          'When a plan ends, nothing is deleted: you can still read and export your data.',
        ],
      },
    ],
  },
  '/privacy': {
    title: 'Privacy',
    sections: [
      {
        heading: 'What is stored',
        paragraphs: [
          'Your email address, a hash of your password, your store’s products, stock levels and order lines, and what you enter here. Card details stay with Stripe.',
        ],
      },
      {
        heading: 'Who else receives data',
        paragraphs: [
          'Stripe receives what it needs for payments. The mail server delivers your messages, and so do Slack and Twilio if you switch them on. Your suppliers receive the orders that you send.',
        ],
      },
      {
        heading: 'How long it is kept',
        paragraphs: [
          'Sales, orders and daily stock are kept for four years. You can export everything, and delete your account, in Settings, Account. After that, backups remain until they are overwritten. To prevent a second trial, a code made from your address and store is kept for a year.',
        ],
      },
    ],
  },
} as const satisfies Record<string, InfoText>

export type InfoPath = keyof typeof infoTexts
