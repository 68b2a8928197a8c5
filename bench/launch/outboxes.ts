import { type AlertType, saveNotificationsSchema } from '../../packages/contract/src/index.ts'
import { until } from './figures.ts'
import type { Merchant } from './merchant.ts'
import type { Sandbox } from './sandbox.ts'

export const CHANNELS = ['slack', 'email', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]
export const PROVIDERS = { slack: 'slack', email: 'mail', sms: 'twilio' } as const satisfies Record<
  Channel,
  string
>

export interface Message {
  /** Content that distinguishes the message from all others in its outbox. */
  content: string
  isMarkedRepeated: boolean
}

/** Lists what the sandbox took for one merchant on a channel. */
type ListMessages = (channel: Channel) => Promise<Message[]>

interface Entry {
  text?: string
  body?: string
  blocks?: object[]
}

const CONFIRM_LINK = /https?:\/\/\S+\/confirm\/\S+/

function listOf(sandbox: Sandbox, target: Record<Channel, string>): ListMessages {
  const paths = { slack: 'slack?webhook=', email: 'mail?to=', sms: 'sms?to=' }
  return async (channel) => {
    const entries = await entriesAt(sandbox, `${paths[channel]}${encodeURIComponent(target[channel])}`)
    return entries
      .filter(({ body }) => body === undefined || !/is your code/.test(body))
      .filter(({ text }) => text === undefined || !CONFIRM_LINK.test(text))
      .map((entry) => ({
        content: entry.body ?? entry.text ?? '',
        isMarkedRepeated: JSON.stringify(entry.blocks ?? '').includes('did not confirm the first one'),
      }))
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
  sandbox: Sandbox,
  types: readonly AlertType[] = ['low_stock'],
): Promise<ListMessages> {
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
  await merchant.post('/api/notifications/sms/confirm', { code: await codeFor(sandbox, phone) })
  await confirmAddress(sandbox, address)
  return listOf(sandbox, { slack: webhook, email: address, sms: phone })
}

async function confirmAddress(sandbox: Sandbox, address: string): Promise<void> {
  const path = `mail?to=${encodeURIComponent(address)}`
  await until(`the link for ${address}`, async () => {
    const texts = (await entriesAt(sandbox, path)).map(({ text = '' }) => text)
    const link = texts.map((text) => CONFIRM_LINK.exec(text)?.[0]).find(Boolean)
    return link !== undefined && (await fetch(link, { method: 'POST' })).ok
  })
}

async function codeFor(sandbox: Sandbox, phone: string): Promise<string> {
  let code: string | undefined
  await until(`the code for ${phone}`, async () => {
    const [entry] = await entriesAt(sandbox, `sms?to=${encodeURIComponent(phone)}`)
    code = /(\d{6}) is your code/.exec(entry?.body ?? '')?.[1]
    return code !== undefined
  })
  return code!
}

async function entriesAt(sandbox: Sandbox, path: string): Promise<Entry[]> {
  return (await sandbox.outbox(path)) as Entry[]
}
