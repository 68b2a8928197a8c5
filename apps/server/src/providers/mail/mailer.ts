import { createTransport } from 'nodemailer'
import { isLoopback } from '../../kernel/config/in-clear.ts'
import { refuseInTransaction } from '../../kernel/database/open-transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import { type CallOutcome, callProvider } from '../../kernel/telemetry/provider-calls.ts'
import { getMeaning, type MailFailure } from './smtp-reply.ts'

export interface MailAttachment {
  fileName: string
  contentType: string
  content: Uint8Array
}

export interface Mail {
  /** The same for every try, so that a receiver can recognize a repetition. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Who gets the answer. */
  replyTo?: string
  attachments?: readonly MailAttachment[]
  /** Unsubscribes from these mails with one click, without signing in (RFC 8058). */
  unsubscribeUrl?: string
}

export interface Mailer {
  /**
   * Makes one try. Throws `upstream_failed`; `retryable` is false when the server refused the mail
   * permanently.
   */
  send(mail: Mail, at: Date): Promise<void>
}

const STEP_MS = 10_000
const DEFAULT_DEADLINE_MS = 30_000

export function createMailer(options: { url: string; from: string; deadlineMs?: number }): Mailer {
  const domain = /@([^\s>]+)/.exec(options.from)?.[1] ?? 'localhost'
  return {
    send: async (mail, at) => {
      refuseInTransaction('The mail server')
      const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS
      const limit = Math.min(STEP_MS, deadlineMs)
      const transport = createTransport({
        url: encrypted(options.url),
        connectionTimeout: limit,
        greetingTimeout: limit,
        socketTimeout: limit,
        dnsTimeout: limit,
      })
      const { id, unsubscribeUrl, attachments = [], ...content } = mail
      const message = {
        ...content,
        from: options.from,
        date: at,
        messageId: `<${id}@${domain}>`,
        attachments: attachments.map((file) => ({
          filename: file.fileName,
          contentType: file.contentType,
          content: Buffer.from(file.content),
        })),
        headers: {
          // Programs that answer for somebody who is away answer a person, and nothing else.
          ...(mail.replyTo === undefined && unsubscribeUrl !== undefined && AUTOMATIC),
          ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      const send = () => beforeDeadline(transport.sendMail(message), deadlineMs)
      try {
        await callProvider('mail', send, () => 'ok', getOutcome)
      } catch (cause) {
        throw asAppError(cause)
      } finally {
        transport.close()
      }
    },
  }
}

/**
 * Returns the address with a setting by which a server that offers no encryption gets no mail. Only the machine's own
 * server is spoken to in clear.
 */
function encrypted(address: string): string {
  if (isLoopback(address)) return address
  const url = new URL(address)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** Returns the headers; `prepared` keeps the address on one line, as its signature requires. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

async function beforeDeadline(work: Promise<unknown>, deadlineMs: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs)
  work.catch(() => undefined)
  try {
    await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function getOutcome(error: unknown): CallOutcome {
  const { responseCode } = error as MailFailure
  return responseCode !== undefined && responseCode >= 500 ? 'refused' : 'failed'
}

function asAppError(cause: unknown): AppError {
  const failure = cause as MailFailure
  const { responseCode } = failure
  const meaning = responseCode === undefined ? 'later' : getMeaning({ ...failure, responseCode })
  const retryable = meaning === 'later' || meaning === 'ours'
  return new AppError('upstream_failed', 'The mail could not be sent.', { cause, retryable })
}
