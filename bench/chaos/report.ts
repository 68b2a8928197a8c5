import type { Database } from '../launch/database.ts'
import { doubtMs, printDoubt } from './doubt.ts'
import { CHANNELS, type Channel, type Message, type Outboxes } from './outboxes.ts'
import { joinWhitespace, listSentContents } from './sent-contents.ts'

/** What was to be told, and where it arrived. */
export interface Notified {
  merchantId: number
  outboxes: Outboxes
  alerts: number
}

export interface Compared {
  /** Nothing is lost, unknown, or twice unmarked. */
  isWhole: boolean
  messages: number
  /** When a provider took a message last. */
  taken: { merchantId: number; id: number; channel: Channel; at: Date }[]
}

/** Compares what the product says it sent with what arrived, and prints it. */
export async function compareMessages(notified: readonly Notified[], database: Database): Promise<Compared> {
  const wanted = notified.reduce((sum, { alerts }) => sum + alerts, 0) * CHANNELS.length
  const isSettled = await reportNotifications(database, wanted)
  const contents = await listSentContents(database)
  const result = { messages: 0, lost: 0, twice: 0, markedTwice: 0, copies: 0, unknown: 0 }
  const taken: Compared['taken'] = []
  for (const { merchantId, outboxes } of notified) {
    for (const channel of CHANNELS) {
      const sent = contents.filter((each) => each.merchantId === merchantId && each.channel === channel)
      const arrived = await outboxes.list(channel)
      for (const { id, text } of sent) {
        const same = arrived.filter(({ content }) => joinWhitespace(content) === text)
        if (!count(result, same)) console.log(`unmarked     ${channel}, delivery ${id}: ${timesOf(same)}`)
        const [last] = same
        if (last) taken.push({ merchantId, id, channel, at: last.at })
      }
      const texts = new Set(sent.map(({ text }) => text))
      result.unknown += arrived.filter(({ content }) => !texts.has(joinWhitespace(content))).length
    }
  }
  console.log(`lost         ${result.lost}`)
  console.log(`twice        ${result.twice}, of them marked as repeated ${result.markedTwice}`)
  console.log(`same mail    ${result.copies} times again with its Message-ID, shown once`)
  console.log(`unknown      ${result.unknown}`)
  const isWhole = isSettled && result.lost + result.unknown + result.twice - result.markedTwice === 0
  return { isWhole, messages: result.messages, taken }
}

/** The same, with the tries it took and how long a message was taken before that was noted. */
export async function reportMessages(
  notified: readonly Notified[],
  context: { database: Database; offsetsMs: readonly number[]; stormMs: number; kills: number },
): Promise<boolean> {
  const { database, offsetsMs, stormMs, kills } = context
  const { isWhole, messages, taken } = await compareMessages(notified, database)
  const [tries] = await database.rows<{ tries: number; most: number }>(
    `select sum(attempts)::int as tries, max(attempts)::int as most from deliveries where kind = 'alerts'`,
  )
  console.log(
    `messages     ${messages} in ${tries?.tries} tries, at most ${tries?.most} for one; ${kills} kills of the worker`,
  )
  const noted = await database.rows<{ key: string; at: Date }>(
    `select merchant_id || ' ' || id as key, pg_xact_commit_timestamp(xmin) as at from deliveries`,
  )
  const recordedAt = new Map(noted.map(({ key, at }) => [key, at]))
  for (const channel of CHANNELS) {
    const of = taken.filter((each) => each.channel === channel)
    const doubts = of.map(({ merchantId, id, at }) =>
      doubtMs({ takenAt: at, recordedAt: recordedAt.get(`${merchantId} ${id}`)! }, offsetsMs),
    )
    printDoubt(channel, doubts, stormMs)
  }
  return isWhole
}

/** True when each alert was told on each channel. */
async function reportNotifications(database: Database, wanted: number): Promise<boolean> {
  const notifications = await database.rows<{ status: string; count: number }>(
    `select concat_ws(': ', status, reason) as status, count(*)::int as count from pending_notifications group by 1 order by 1`,
  )
  const counts = notifications.map(({ status, count: of }) => `${of} ${status}`)
  console.log(`notices      ${counts.join(', ')} of ${wanted}`)
  return (
    notifications.length === 1 && notifications[0]?.status === 'sent' && notifications[0].count === wanted
  )
}

/** Counts the arrivals of one message. Returns false if more than one of them is unmarked. */
function count(
  result: Record<'messages' | 'lost' | 'twice' | 'markedTwice' | 'copies', number>,
  same: readonly Message[],
): boolean {
  result.messages++
  if (same.length === 0) result.lost++
  result.copies += same.reduce((sum, { copies }) => sum + copies - 1, 0)
  if (same.length <= 1) return true
  result.twice++
  // The first try may not have arrived; then all that did are marked.
  const isMarked = same.filter(({ isMarkedRepeated }) => !isMarkedRepeated).length <= 1
  if (isMarked) result.markedTwice++
  return isMarked
}

function timesOf(messages: readonly Message[]): string {
  return messages
    .map(({ at, isMarkedRepeated }) => `${at.toISOString()}${isMarkedRepeated ? ' marked' : ''}`)
    .join(', ')
}
