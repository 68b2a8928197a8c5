/** The mail library's report of a failed try. */
export interface MailFailure {
  responseCode?: number
  response?: string
  /** The command that the server answered. */
  command?: string
  code?: string
  /** The system's error code, such as `ECONNREFUSED`. */
  originalCode?: string
  timeoutType?: string
  message?: string
}

/**
 * What a refusal concerns. `later`: nothing, it is temporary. `ours`: this server, its sign-in or its sender,
 * which the operator must fix. `recipient`: nothing can be sent to this address any more. `message`: this
 * mail, or the combination of sender and recipient.
 */
export type ReplyMeaning = 'later' | 'ours' | 'recipient' | 'message'

/** Sent before the recipient is named, so their refusals say nothing about the recipient. */
const BEFORE_RECIPIENT = ['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS', 'AUTH', 'MAIL FROM']
const TOO_LARGE = 552

/** RFC 3463 and RFC 7505: no such mailbox, host or syntax, moved, no mail for this domain, mailbox disabled. */
const DEAD_STATUS = /^5\.(1\.(1|2|3|6|10)|2\.1)$/
/** RFC 5321 and RFC 7504, for servers that send only the code. */
const DEAD_CODES = [521, 550, 551, 553, 556]
/** The same codes also refuse us: because of our address, a block list, or missing authentication. */
const ABOUT_US =
  /relay|block|black|deny|denied|list|spam|polic|reputation|prohibit|authenti|sender|spf|dkim|dmarc|client host|rdns|ptr/i

/** Returns what a reply with a code means. */
export function getMeaning(failure: MailFailure & { responseCode: number }): ReplyMeaning {
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
 * Returns whether a try without a reply ended before the mail left our hands. The library reports every lost
 * connection as `CONN`, even one that breaks off after the last byte.
 */
export function isSurelyUnsent({ command = '', code = '', originalCode, timeoutType }: MailFailure): boolean {
  if (code === 'EDNS' || code === 'ETLS') return true
  if (command === 'CONN') {
    return NOT_CONNECTED.includes(originalCode ?? code) || NOT_GREETED.includes(timeoutType ?? '')
  }
  return command === 'RCPT TO' || BEFORE_RECIPIENT.some((each) => command.startsWith(each))
}
