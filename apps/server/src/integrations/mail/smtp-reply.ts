/** What the mail library says of a failed try. */
export interface MailFailure {
  responseCode?: number
  response?: string
  /** What the server answered to. */
  command?: string
  code?: string
  /** Of the system, such as `ECONNREFUSED`. */
  originalCode?: string
  timeoutType?: string
  message?: string
}

/**
 * Whom a refusal is about. `later`: nobody, it is temporary. `ours`: this server, its sign-in or its sender, which the
 * operator repairs. `recipient`: nothing can be sent to this address any more. `message`: this mail, or who sends it to
 * whom.
 */
export type ReplyMeaning = 'later' | 'ours' | 'recipient' | 'message'

/** Asked before the recipient is named: their refusals say nothing of them. */
const BEFORE_RECIPIENT = ['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS', 'AUTH', 'MAIL FROM']
const TOO_LARGE = 552

/** RFC 3463 and RFC 7505: no such mailbox, host or syntax, moved, no mail for this domain, mailbox disabled. */
const DEAD_STATUS = /^5\.(1\.(1|2|3|6|10)|2\.1)$/
/** RFC 5321 and RFC 7504, where a server says no more than the number. */
const DEAD_CODES = [521, 550, 551, 553, 556]
/** The same numbers also refuse us: by where we send from, what we are listed for, or how we prove who we are. */
const ABOUT_US =
  /relay|block|black|deny|denied|list|spam|polic|reputation|prohibit|authenti|sender|spf|dkim|dmarc|client host|rdns|ptr/i

/** What a reply with a number means. */
export function meaningOf(failure: MailFailure & { responseCode: number }): ReplyMeaning {
  const { responseCode, response = '', command = '', code } = failure
  if (responseCode < 500) return 'later'
  if (code === 'EAUTH' || BEFORE_RECIPIENT.some((each) => command.startsWith(each))) {
    return responseCode === TOO_LARGE ? 'message' : 'ours'
  }
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (status !== undefined) return DEAD_STATUS.test(status) ? 'recipient' : 'message'
  const isDead =
    command === 'RCPT TO' && DEAD_CODES.includes(responseCode) && !ABOUT_US.test(response.slice(3))
  return isDead ? 'recipient' : 'message'
}

const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']
const NOT_GREETED = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']

/**
 * Whether a try without a reply ended before the mail was out of our hands. The library calls every lost connection
 * `CONN`, also one that breaks off behind the last byte.
 */
export function isSurelyUnsent({ command = '', code = '', originalCode, timeoutType }: MailFailure): boolean {
  if (code === 'EDNS' || code === 'ETLS') return true
  if (command === 'CONN') {
    return NOT_CONNECTED.includes(originalCode ?? code) || NOT_GREETED.includes(timeoutType ?? '')
  }
  return command === 'RCPT TO' || BEFORE_RECIPIENT.some((each) => command.startsWith(each))
}
