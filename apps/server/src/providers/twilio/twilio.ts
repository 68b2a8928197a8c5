import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { SmsConfig } from '../../kernel/config/providers.ts'
import { isSameSecret } from '../../kernel/secrets/is-same-secret.ts'
import { callProvider } from '../../kernel/telemetry/provider-calls.ts'
import { accepted } from '../../kernel/texts/delivery-texts.ts'
import { exchange, getReason, outcomeOfExchange, type SendOutcome } from '../send-outcome.ts'

const DEADLINE_MS = 10_000
const RECENT = 50
/** Allowed difference between our clock and Twilio's, which has whole seconds only. */
const CLOCK_SKEW_MS = 30_000

export type Twilio = Exclude<SmsConfig, { mode: 'not_set_up' }>

/**
 * Twilio's error codes after which this phone gets nothing any more: https://www.twilio.com/docs/api/errors.
 */
const DEAD: Readonly<Record<number, string>> = {
  21211: 'this is not a phone number',
  21214: 'this number cannot be reached',
  21408: 'messages to this country are not possible',
  21610: 'this number replied STOP',
  21612: 'this number cannot be reached',
  21614: 'this number cannot receive messages',
}
/** A fault of our account must be fixed by its owner: it switches off no merchant's channel. */
const OURS = [20003, 20429, 21606, 21659, 30001]

export interface Sms {
  to: string
  body: string
  /** The address to which Twilio reports the status. */
  statusCallback: string
}

const createdSchema = z.object({ sid: z.string() })
const faultSchema = z.object({ code: z.number(), message: z.string() })
const listSchema = z.object({
  messages: z.array(z.object({ sid: z.string(), body: z.string(), date_created: z.string() })),
})

/** Makes one try. */
export async function sendSms(twilio: Twilio, sms: Sms): Promise<SendOutcome> {
  const form = { To: sms.to, From: twilio.from, Body: sms.body, StatusCallback: sms.statusCallback }
  const answer = await call(messagesUrl(twilio), {
    method: 'POST',
    headers: { authorization: basic(twilio) },
    body: new URLSearchParams(form),
    deadlineMs: DEADLINE_MS,
  })
  if ('kind' in answer) return answer
  const { status, retryAfterMs } = answer
  const body = parse(await answer.body)
  if (status >= 200 && status < 300) {
    return {
      kind: 'sent',
      providerId: createdSchema.safeParse(body).data?.sid ?? null,
      ...accepted.sms,
    }
  }
  const { code = 0, message = '' } = faultSchema.safeParse(body).data ?? {}
  const words = `Twilio answered ${status}${code ? ` ${code}` : ''}${message ? `: ${message}` : ''}`
  if (DEAD[code]) {
    const said = `Twilio answered ${code}: ${DEAD[code]}`
    return { kind: 'refused', reason: 'not_accepted', words: said, because: 'target' }
  }
  const reason = getReason(status)
  if (status === 429 || status >= 500 || status === 401 || OURS.includes(code)) {
    return { kind: 'retry', reason, words, afterMs: retryAfterMs, isUncertain: false }
  }
  return { kind: 'refused', reason, words, because: 'message' }
}

/**
 * Returns the message that an earlier try created although its answer never came; null when there is none.
 * The messages in `known` belong to other tries.
 */
export async function findSentSms(
  twilio: Twilio,
  sms: { to: string; body: string; since: Date; known: readonly string[] },
): Promise<{ sid: string | null } | Extract<SendOutcome, { kind: 'retry' }>> {
  const url = messagesUrl(twilio)
  url.search = new URLSearchParams({ To: sms.to, PageSize: String(RECENT) }).toString()
  const answer = await call(url, { headers: { authorization: basic(twilio) }, deadlineMs: DEADLINE_MS })
  if ('kind' in answer) return { ...answer, isUncertain: true }
  const list = listSchema.safeParse(parse(await answer.body))
  if (answer.status !== 200 || !list.success) {
    const words = `Twilio answered ${answer.status} to the query for sent messages`
    const reason = getReason(answer.status)
    return { kind: 'retry', reason, words, afterMs: answer.retryAfterMs, isUncertain: true }
  }
  const since = sms.since.getTime() - CLOCK_SKEW_MS
  const found = list.data.messages.find(
    ({ sid, body, date_created: at }) =>
      body.endsWith(sms.body) && Date.parse(at) >= since && !sms.known.includes(sid),
  )
  return { sid: found?.sid ?? null }
}

/**
 * Returns whether Twilio sent this form to this address:
 * https://www.twilio.com/docs/usage/security#validating-requests.
 */
export function isSignedByTwilio(
  twilio: Pick<Twilio, 'authTokens'>,
  request: { url: string; form: Readonly<Record<string, string>>; signature: string },
): boolean {
  const names = Object.keys(request.form).sort()
  const signed = request.url + names.map((name) => `${name}${request.form[name]}`).join('')
  const given = Buffer.from(request.signature, 'base64')
  return twilio.authTokens.some((token) =>
    isSameSecret(given, createHmac('sha1', token).update(signed).digest()),
  )
}

function call(...request: Parameters<typeof exchange>): ReturnType<typeof exchange> {
  return callProvider('twilio', () => exchange(...request), outcomeOfExchange)
}

function messagesUrl({ url, accountSid }: Twilio): URL {
  return new URL(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`)
}

function basic({ accountSid, authTokens }: Twilio): string {
  return `Basic ${Buffer.from(`${accountSid}:${authTokens[0]}`).toString('base64')}`
}

function parse(body: string | null): unknown {
  try {
    return JSON.parse(body ?? 'null')
  } catch {
    return null
  }
}
