import { PRO_PRICE_CENTS, PRO_PRICE_CURRENCY, PRO_PRICE_INTERVAL } from '@stockcast/contract'
import type Stripe from 'stripe'
import { StripeError, translated } from './stripe-error.ts'

const LOOKUP_KEY = 'pro_monthly'

/**
 * Returns a function that finds the price of the Pro Plan once, and refuses one that differs from what the
 * screens promise.
 */
export function priceFinder(stripe: Stripe, priceId: string | null): () => Promise<string> {
  let found: Promise<string> | undefined
  return () => {
    found ??= findPrice(stripe, priceId).catch((error) => {
      found = undefined
      throw error
    })
    return found
  }
}

async function findPrice(stripe: Stripe, priceId: string | null): Promise<string> {
  const price = await translated(() =>
    priceId ? stripe.prices.retrieve(priceId) : firstPrice(stripe, LOOKUP_KEY),
  )
  const isPromised =
    price?.unit_amount === PRO_PRICE_CENTS &&
    price.currency.toUpperCase() === PRO_PRICE_CURRENCY &&
    price.recurring?.interval === PRO_PRICE_INTERVAL &&
    price.recurring.interval_count === 1
  if (!price || !isPromised) {
    const what = priceId ?? `the lookup key ${LOOKUP_KEY}`
    throw new StripeError(
      'misconfigured',
      `${what} is not a price of $${PRO_PRICE_CENTS / 100} a ${PRO_PRICE_INTERVAL}`,
    )
  }
  return price.id
}

async function firstPrice(stripe: Stripe, lookupKey: string): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  return data[0]
}
