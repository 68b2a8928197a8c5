import { type APIRequestContext, expect } from '@playwright/test'

export interface CaughtMail {
  subject: string
  text: string
  /** The header List-Unsubscribe. */
  unsubscribe: string | null
}

interface SlackMessage {
  text: string
  blocks: { type: string; elements?: { text: { text: string }; url?: string }[] }[]
}

/** Reads the messages that reached a merchant's channels, from the sandbox's fakes of Slack, mail and SMS. */
export function sandboxOutboxes(request: APIRequestContext) {
  const list = async <Entry>(path: string, of: string): Promise<Entry[]> => {
    const answer = await request.get(`${process.env.SANDBOX_URL}/outbox/${path}=${encodeURIComponent(of)}`)
    return answer.json()
  }
  const mails = (to: string) => list<CaughtMail>('mail?to', to)
  const slack = (webhook: string) => list<SlackMessage>('slack?webhook', webhook)
  const sms = async (to: string) => (await list<{ body: string }>('sms?to', to)).map(({ body }) => body)
  return {
    mails,
    /** Returns the link that confirms this address for alerts. */
    async confirmLinkAt(address: string): Promise<string> {
      const link = async () => {
        const asking = (await mails(address)).find(({ subject }) =>
          subject.startsWith('Confirm this address'),
        )
        return /https?:\/\/\S+\/confirm\/\S+/.exec(asking?.text ?? '')?.[0] ?? ''
      }
      await expect.poll(link).not.toBe('')
      return link()
    },
    /** Returns the link with which this person joins a shop. */
    async invitationAt(address: string): Promise<string> {
      const link = async () =>
        /https?:\S*\/invitation\?\S*/.exec((await mails(address))[0]?.text ?? '')?.[0] ?? ''
      await expect.poll(link).not.toBe('')
      return link()
    },
    /** Returns the mails about alerts, which unlike the confirmation mail have an unsubscribe link. */
    alertMails: async (to: string) => (await mails(to)).filter(({ unsubscribe }) => unsubscribe !== null),
    slack,
    sms,
    async codeAt(phone: string): Promise<string> {
      const code = async () => /(\d{6}) is your code/.exec((await sms(phone))[0] ?? '')?.[1] ?? ''
      await expect.poll(code).not.toBe('')
      return code()
    },
    async replyFrom(phone: string, body: string): Promise<void> {
      const answer = await request.post(`${process.env.SANDBOX_URL}/api/sms/reply`, {
        data: { from: phone, body },
      })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
  }
}

/** Returns the link of a button in a Slack message. */
export function slackLink({ blocks }: SlackMessage, label: string): string {
  const buttons = blocks.flatMap(({ elements = [] }) => elements)
  return buttons.find(({ text }) => text?.text === label)?.url ?? ''
}

/** Returns the address of a link in the text part of a mail. */
export function mailLink({ text }: CaughtMail, label: string): string {
  return new RegExp(`^${label}: (\\S+)$`, 'm').exec(text)?.[1] ?? ''
}
