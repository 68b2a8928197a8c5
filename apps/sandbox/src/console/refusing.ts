import type { Context } from 'hono'
import { ChangeRefusal } from '../shopify/shop-entry.ts'

/** Returns the answer of `act`, or 409 with the reason if the shop's state does not allow it. */
export function refusing(c: Context, act: () => Response): Response {
  try {
    return act()
  } catch (error) {
    if (error instanceof ChangeRefusal) return c.json({ error: error.message }, 409)
    throw error
  }
}
