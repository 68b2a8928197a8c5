import { AppError } from '../../kernel/errors.ts'
import { accepted } from '../../kernel/texts/delivery-texts.ts'
import type { SendOutcome } from '../send-outcome.ts'
import type { Mail, Mailer } from './mailer.ts'
import { getMeaning, isSurelyUnsent, type MailFailure } from './smtp-reply.ts'

/**
 * Makes one try and answers in the form of the other channels. The mail keeps its Message-ID in every try.
 */
export async function attemptMail(mailer: Mailer, mail: Mail, at: Date): Promise<SendOutcome> {
  try {
    await mailer.send(mail, at)
    return { kind: 'sent', providerId: null, ...accepted.email }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return getOutcome((error.cause ?? {}) as MailFailure)
  }
}

function getOutcome(failure: MailFailure): SendOutcome {
  const { responseCode, response, message = '' } = failure
  if (responseCode === undefined) {
    const words = `No answer of the mail server: ${message}`
    const isUncertain = !isSurelyUnsent(failure)
    return { kind: 'retry', reason: 'no_answer', words, afterMs: null, isUncertain }
  }
  const words = `The mail server answered ${(response ?? String(responseCode)).replace(/\s+/g, ' ').slice(0, 200)}`
  const reason = responseCode < 500 ? 'wait' : 'refused'
  const meaning = getMeaning({ ...failure, responseCode })
  if (meaning === 'later' || meaning === 'ours') {
    return { kind: 'retry', reason, words, afterMs: null, isUncertain: false }
  }
  return { kind: 'refused', reason, words, because: meaning === 'recipient' ? 'target' : 'message' }
}
