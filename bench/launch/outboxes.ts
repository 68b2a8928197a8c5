import { notificationSettings } from '../../apps/server/src/testing/notification-settings.ts'
import type { AlertType } from '../../packages/contract/src/index.ts'
import { insist } from './figures.ts'
import type { Merchant } from './merchant.ts'
import type { Sandbox } from './sandbox.ts'

export const CHANNELS = ['slack', 'email', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]
const OUTBOXES = { slack: 'slack?webhook', email: 'mail?to', sms: 'sms?to' }

const CODE = /(\d{6}) is your code/
const CONFIRM_LINK = /https?:\/\/\S+\/confirm\/\S+/

/** Switches on all three channels, and confirms number and address by what arrives in the sandbox. */
export async function switchOn(merchant: Merchant, sandbox: Sandbox, types: AlertType[] = ['low_stock']) {
  const targets = {
    slack: `T0BENCH/B0BENCH/merchant${merchant.id}`,
    email: `alerts-${merchant.id}@shop.example`,
    sms: `+1415555${2000 + merchant.id}`,
  }
  const list = async (channel: Channel) => {
    const path = `${OUTBOXES[channel]}=${encodeURIComponent(targets[channel])}`
    const entries = await sandbox.outbox<{ text?: string; body?: string; blocks?: object[] }>(path)
    return entries.map(({ text = '', body = text, blocks = [] }) => ({
      /** What distinguishes the message from all others in its outbox. */
      content: body,
      isMarkedRepeated: JSON.stringify(blocks).includes('did not confirm the first one'),
    }))
  }
  const find = (channel: Channel, pattern: RegExp) =>
    insist(async () => {
      const found = (await list(channel)).map(({ content }) => pattern.exec(content)).find(Boolean)
      if (!found) throw new Error(`nothing like ${pattern} by ${channel}`)
      return found
    })
  const settings = notificationSettings({
    slack: { isOn: true, types, webhookUrl: `https://hooks.slack.com/services/${targets.slack}` },
    email: { isOn: true, types, address: targets.email },
    sms: { isOn: true, types, phone: targets.sms, hasConsent: true },
  })
  await merchant.put('/api/notifications', settings)
  await merchant.post('/api/notifications/sms/code', {})
  const [, code] = await find('sms', CODE)
  await merchant.post('/api/notifications/sms/confirm', { code })
  const [link] = await find('email', CONFIRM_LINK)
  await fetch(link, { method: 'POST' })
  return async (channel: Channel) => {
    const messages = await list(channel)
    return messages.filter(({ content }) => !CODE.test(content) && !CONFIRM_LINK.test(content))
  }
}
