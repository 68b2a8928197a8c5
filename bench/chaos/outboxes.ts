import { type AlertType, saveNotificationsSchema } from '../../packages/contract/src/index.ts'
import type { Merchant } from '../launch/merchant.ts'

export const CHANNELS = ['slack', 'email', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]
export const PROVIDERS = { slack: 'slack', email: 'mail', sms: 'twilio' } as const satisfies Record<
  Channel,
  string
>

export interface Message {
  /** When the provider accepted the message, by the sandbox's clock. */
  at: Date
  /** Content that distinguishes the message from all others in its outbox. */
  content: string
  copies: number
  isMarkedRepeated: boolean
  /** Returns the address of a button or link; null if there is none with this label. */
  link(label: string): string | null
}

/** The sandbox outboxes of one merchant. */
export interface Outboxes {
  list(channel: Channel): Promise<Message[]>
}

interface Entry {
  at: string
  text?: string
  body?: string
  blocks?: { elements?: { text?: { text?: string }; url?: string }[] }[]
  messageId?: string
  copies?: number
  status?: string
}

const CONFIRM_LINK = /https?:\/\/\S+\/confirm\/\S+/

/** Returns the address of a Slack button, or of a link in a mail's text. */
function linkOf({ text = '', blocks }: Entry, label: string): string | null {
  const buttons = blocks?.flatMap(({ elements = [] }) => elements) ?? []
  const button = buttons.find((each) => each.text?.text === label)
  return button?.url ?? new RegExp(`^${label}: (\\S+)$`, 'm').exec(text)?.[1] ?? null
}

function outboxesOf(sandboxUrl: string, target: Record<Channel, string>): Outboxes {
  const paths = { slack: 'slack?webhook=', email: 'mail?to=', sms: 'sms?to=' }
  return {
    list: async (channel) => {
      const url = `${sandboxUrl}/outbox/${paths[channel]}${encodeURIComponent(target[channel])}`
      const entries = (await (await fetch(url)).json()) as Entry[]
      return entries
        .filter(({ body }) => body === undefined || !/is your code/.test(body))
        .filter(({ text }) => text === undefined || !CONFIRM_LINK.test(text))
        .map((entry) => ({
          at: new Date(entry.at),
          content: entry.body ?? entry.text ?? '',
          copies: entry.copies ?? 1,
          isMarkedRepeated: JSON.stringify(entry.blocks ?? '').includes('did not confirm the first one'),
          link: (label) => linkOf(entry, label),
        }))
    },
  }
}

const choice = {
  isOn: true,
  urgency: 'all',
  timing: 'at_once',
  at: '08:00',
  weekday: 1,
}

/** Switches on all three channels, and confirms the number with the code that arrives in the sandbox. */
export async function switchOn(
  merchant: Merchant,
  sandboxUrl: string,
  types: readonly AlertType[] = ['low_stock'],
): Promise<Outboxes> {
  const webhook = `T0BENCH/B0BENCH/merchant${merchant.id}`
  const phone = `+1415555${String(2000 + merchant.id)}`
  const address = `alerts-${merchant.id}@shop.example`
  await merchant.put(
    '/api/notifications',
    saveNotificationsSchema.parse({
      slack: { ...choice, types, webhookUrl: `https://hooks.slack.com/services/${webhook}` },
      email: { ...choice, types, address },
      sms: { ...choice, types, phone, hasConsent: true, quietFrom: '00:00', quietTo: '00:00', dailyLimit: 5 },
    }),
  )
  await merchant.post('/api/notifications/sms/code', {})
  await merchant.post('/api/notifications/sms/confirm', { code: await codeFor(sandboxUrl, phone) })
  await confirmAddress(sandboxUrl, address)
  return outboxesOf(sandboxUrl, { slack: webhook, email: address, sms: phone })
}

async function confirmAddress(sandboxUrl: string, address: string): Promise<void> {
  const until = performance.now() + 20_000
  while (performance.now() < until) {
    const url = `${sandboxUrl}/outbox/mail?to=${encodeURIComponent(address)}`
    const entries = (await (await fetch(url)).json()) as Entry[]
    const link = entries.map(({ text = '' }) => CONFIRM_LINK.exec(text)?.[0]).find(Boolean)
    if (link) {
      const answer = await fetch(link, { method: 'POST' })
      if (!answer.ok) throw new Error(`${address} was not confirmed: ${answer.status}`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no link arrived at ${address}`)
}

async function codeFor(sandboxUrl: string, phone: string): Promise<string> {
  const until = performance.now() + 20_000
  while (performance.now() < until) {
    const entries = (await (
      await fetch(`${sandboxUrl}/outbox/sms?to=${encodeURIComponent(phone)}`)
    ).json()) as Entry[]
    const code = /(\d{6}) is your code/.exec(entries[0]?.body ?? '')?.[1]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no code arrived at ${phone}`)
}

export async function setFault(
  sandboxUrl: string,
  fault: { provider: string; kind: string; ratio?: number },
): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!answer.ok) throw new Error(`fault: ${await answer.text()}`)
}
