import type { Context } from 'hono'
import { ChangeRefusal } from '../shopify/shop-entry.ts'

/** Returns the answer of `action`, or 409 with the reason if the shop's state does not allow it. */
export function refusing(c: Context, action: () => Response): Response {
  try {
    return action()
  } catch (error) {
    if (error instanceof ChangeRefusal) return c.json({ error: error.message }, 409)
    throw error
  }
}
