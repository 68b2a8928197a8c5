import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { providerFaults } from '../faults/provider-faults.ts'
import { isAccepted } from '../is-accepted.ts'
import type { Shared } from '../shared.ts'
import { KeptEntries } from '../storage/kept-entries.ts'
import { checkMessage, faultBody, type NewMessage, type TwilioCode } from './check-message.ts'
import { getResource, getSegments, type SmsMessage } from './messages.ts'

export const ACCOUNT_SID = 'AC00000000000000000000000000000000'
/** Twilio's own sender for tests. */
export const SENDER = '+15005550006'

/** Numbers with this ending are unreachable: their messages end as undelivered. */
const UNREACHABLE = /30003$/
const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START_WORDS = ['START', 'YES', 'UNSTOP']
const DEADLINE_MS = 5000

/** Stands in for Twilio's messages, mounted at /twilio. */
export class TwilioSandbox {
  readonly routes = new Hono()
  private readonly messages: KeptEntries<SmsMessage>
  private readonly shared: Shared
  private calls: Promise<unknown> = Promise.resolve()

  constructor(shared: Shared) {
    this.shared = shared
    this.messages = new KeptEntries(join(shared.config.dataDir, 'sms.jsonl'))
    const { faults } = shared
    const base = '/2010-04-01/Accounts/:account'
    this.routes.use(`${base}/*`, providerFaults({ provider: 'twilio', faults, refusal }))
    this.routes.use(`${base}/*`, async (c, next) => (this.isAuthentic(c) ? next() : refuse(c, 20003)))
    this.routes.post(`${base}/Messages.json`, async (c) => {
      const form = Object.fromEntries(new URLSearchParams(await c.req.text()))
      const message = checkMessage(form, { from: SENDER, isStopped: (to) => this.isStopped(to) })
      if (typeof message === 'number') return refuse(c, message)
      return c.json(getResource(this.send(message), ACCOUNT_SID), 201)
    })
    this.routes.get(`${base}/Messages.json`, (c) => c.json(this.page(c)))
  }

  /** Newest first, replies too; those of one phone when it is named. */
  list(phone?: string) {
    const ofPhone = (message: SmsMessage) => phone === undefined || [message.to, message.from].includes(phone)
    return this.messages
      .list()
      .filter(ofPhone)
      .map((message) => ({ ...message, segments: getSegments(message.body) }))
  }

  /** What a phone's owner writes back. STOP and START count before the app hears of them, as with Twilio. */
  async reply(from: string, body: string): Promise<'notified' | 'unreachable' | 'nobody'> {
    const message = this.add({ from, to: SENDER, body, direction: 'inbound', status: 'received' })
    const { smsReplyUri } = this.shared.config
    if (smsReplyUri === null) return 'nobody'
    const form = { MessageSid: message.sid, AccountSid: ACCOUNT_SID, From: from, To: SENDER, Body: body }
    const kind = replyKind(body)
    const isNotified = await this.post(smsReplyUri, {
      ...form,
      NumMedia: '0',
      ...(kind && { OptOutType: kind }),
    })
    return isNotified ? 'notified' : 'unreachable'
  }

  isStopped(phone: string): boolean {
    const kinds = this.messages
      .list()
      .filter((message) => message.direction === 'inbound' && message.from === phone)
      .map((message) => replyKind(message.body))
    return kinds.find((kind) => kind !== null) === 'STOP'
  }

  /** Every status has been told. */
  async settled(): Promise<void> {
    await this.calls
  }

  private send({ to, body, statusCallback }: NewMessage): SmsMessage {
    const message = this.add({
      from: SENDER,
      to,
      body,
      direction: 'outbound-api',
      status: 'queued',
      statusCallback,
    })
    this.calls = this.calls.then(() => this.goOn(message))
    return message
  }

  private async goOn(message: SmsMessage): Promise<void> {
    const isLost = UNREACHABLE.test(message.to)
    const sent = this.messages.put({ ...message, status: 'sent' })
    await this.tell(sent)
    const end = isLost
      ? { status: 'undelivered' as const, errorCode: 30003 }
      : { status: 'delivered' as const }
    await this.tell(this.messages.put({ ...sent, ...end }))
  }

  private async tell({ sid, from, to, status, errorCode, statusCallback }: SmsMessage): Promise<void> {
    if (statusCallback === null) return
    await this.post(statusCallback, {
      MessageSid: sid,
      MessageStatus: status,
      AccountSid: ACCOUNT_SID,
      From: from,
      To: to,
      ...(errorCode === null ? {} : { ErrorCode: String(errorCode) }),
    })
  }

  private post(url: string, form: Record<string, string>): Promise<boolean> {
    const headers = { 'x-twilio-signature': sign(this.shared.config.clientSecret, url, form) }
    return isAccepted(url, { headers, body: new URLSearchParams(form) }, DEADLINE_MS)
  }

  private add(
    message: Pick<SmsMessage, 'from' | 'to' | 'body' | 'direction' | 'status'> & Partial<SmsMessage>,
  ): SmsMessage {
    const at = new Date(this.shared.now()).toISOString()
    const sid = `SM${randomBytes(16).toString('hex')}`
    return this.messages.add({ sid, at, errorCode: null, statusCallback: null, ...message })
  }

  private page(c: Context) {
    const size = Math.min(1000, Number(c.req.query('PageSize') ?? 50) || 50)
    const found = this.messages.list().filter(({ to }) => to === c.req.query('To'))
    const uri = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json?PageSize=${size}&Page=0`
    return {
      first_page_uri: uri,
      end: Math.min(size, found.length) - 1,
      messages: found.slice(0, size).map((message) => getResource(message, ACCOUNT_SID)),
      next_page_uri: null,
      page: 0,
      page_size: size,
      previous_page_uri: null,
      start: 0,
      uri,
    }
  }

  private isAuthentic(c: Context): boolean {
    const expected = Buffer.from(
      `Basic ${Buffer.from(`${ACCOUNT_SID}:${this.shared.config.clientSecret}`).toString('base64')}`,
    )
    const given = Buffer.from(c.req.header('authorization') ?? '')
    const isOwn = c.req.param('account') === ACCOUNT_SID
    return isOwn && given.length === expected.length && timingSafeEqual(given, expected)
  }
}

function replyKind(body: string): 'STOP' | 'START' | null {
  const word = body.trim().toUpperCase()
  if (STOP_WORDS.includes(word)) return 'STOP'
  return START_WORDS.includes(word) ? 'START' : null
}

function refusal(c: Context, fault: string): Response | null {
  if (fault === '429') {
    c.header('retry-after', '1')
    return refuse(c, 20429)
  }
  if (fault === '5xx') return refuse(c, 20500)
  return fault === 'forbidden' ? refuse(c, 20003) : null
}

function refuse(c: Context, code: TwilioCode): Response {
  const { status, body } = faultBody(code)
  return c.json(body, status)
}

/** Returns X-Twilio-Signature: https://www.twilio.com/docs/usage/security#validating-requests. */
function sign(authToken: string, url: string, form: Readonly<Record<string, string>>): string {
  const names = Object.keys(form).sort()
  const parameters = names.map((name) => `${name}${form[name]}`).join('')
  return createHmac('sha1', authToken)
    .update(url + parameters)
    .digest('base64')
}
