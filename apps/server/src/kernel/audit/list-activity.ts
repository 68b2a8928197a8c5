import { ACTIVITY_PAGE_SIZE, type Activity, type ActivityQuery, auditEvents } from '@stockcast/contract'
import Bowser from 'bowser'
import { paginate } from '../database/paginate.ts'
import { readWho } from '../people/queries.ts'
import type { Context } from '../verb-context.ts'
import { countEntries, listEntries } from './queries.ts'

const known: ReadonlySet<string> = new Set(auditEvents)
const isKnown = (event: string): event is Activity['entries'][number]['event'] => known.has(event)

export async function listActivity(context: Context, query: ActivityQuery): Promise<Activity> {
  const { merchantId, tx } = context
  const { rows, ...page } = await paginate(
    { page: query.page, pageSize: ACTIVITY_PAGE_SIZE },
    { rows: (part) => listEntries(tx, { merchantId, ...part }), total: () => countEntries(tx, merchantId) },
  )
  const userIds = rows.map((row) => row.user_id)
  const who = await readWho(tx, merchantId, userIds)
  const entries = rows.flatMap(
    ({ id, at, event, address, detail, user_agent: userAgent, user_id: userId }) => {
      if (!isKnown(event)) return []
      const device = userAgent === null && address === null ? null : deviceWords(userAgent)
      return [{ id, at: at.toISOString(), event, device, address, detail, by: who(userId) }]
    },
  )
  return { entries, ...page }
}

/** Returns browser and system in plain words, from the browser's user agent. */
export function deviceWords(userAgent: string | null): string {
  if (!userAgent?.trim()) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const place = os.name ? ` on ${os.name}` : ''
  return browser.name ? `${browser.name}${place}` : `A program${place}`
}
