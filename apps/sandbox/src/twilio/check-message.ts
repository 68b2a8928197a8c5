import { z } from 'zod'

/** Twilio's numbers for what is wrong: https://www.twilio.com/docs/api/errors. */
const FAULTS = {
  20003: { status: 401, message: 'Authenticate' },
  20429: { status: 429, message: 'Too Many Requests' },
  20500: { status: 500, message: 'Internal Server Error' },
  21211: { status: 400, message: "Invalid 'To' Phone Number" },
  21602: { status: 400, message: 'Message body is required.' },
  21606: { status: 400, message: "The 'From' number is not a valid, SMS-capable number of this account" },
  21609: { status: 400, message: "Invalid 'StatusCallback' URL" },
  21610: { status: 400, message: 'Attempt to send to unsubscribed recipient' },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
  21617: { status: 400, message: 'The concatenated message body exceeds the 1600 character limit' },
} as const
export type TwilioCode = keyof typeof FAULTS

export function faultBody(code: TwilioCode) {
  const { status, message } = FAULTS[code]
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } }
}

// Twilio's numbers for tests: https://www.twilio.com/docs/iam/test-credentials.
const REFUSED_NUMBERS: Readonly<Record<string, TwilioCode>> = {
  '+15005550001': 21211,
  '+15005550004': 21610,
  '+15005550009': 21614,
}

export interface NewMessage {
  to: string
  body: string
  statusCallback: string | null
}

/** Returns the message to send, or Twilio's number for what is wrong with it. */
export function checkMessage(
  form: Readonly<Record<string, string>>,
  account: { from: string; isStopped(to: string): boolean },
): NewMessage | TwilioCode {
  const { To: to = '', From: from = '', Body: body = '', StatusCallback: statusCallback = null } = form
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return 21211
  if (REFUSED_NUMBERS[to]) return REFUSED_NUMBERS[to]
  if (from !== account.from) return 21606
  if (body === '') return 21602
  if (body.length > 1600) return 21617
  if (statusCallback !== null && !z.url().safeParse(statusCallback).success) return 21609
  return account.isStopped(to) ? 21610 : { to, body, statusCallback }
}
