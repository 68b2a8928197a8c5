import { AppError } from '../../errors.ts'
import type { SendOutcome } from '../send-outcome.ts'
import type { Mail, Mailer } from './mailer.ts'

/** What the mail library says of a failed try. */
interface Failure {
  responseCode?: number
  response?: string
  command?: string
  code?: string
  message?: string
}

/** RFC 5321: what these refuse, they refuse of every mail to this address. */
const DEAD_ADDRESS = [521, 550, 551, 553, 556]
const CERTAIN_COMMANDS = ['CONN', 'EHLO', 'HELO', 'STARTTLS', 'AUTH', 'MAIL FROM', 'RCPT TO']

/** One try, answered as the other channels answer. The mail keeps its Message-ID in every try. */
export async function attemptMail(mailer: Mailer, mail: Mail, at: Date): Promise<SendOutcome> {
  try {
    await mailer.send(mail, at)
    return { kind: 'sent', providerId: null, words: 'Taken by the mail server' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return outcomeOf((error.cause ?? {}) as Failure)
  }
}

function outcomeOf({ responseCode, response, command = '', code, message = '' }: Failure): SendOutcome {
  if (responseCode === undefined) {
    const isUncertain = !CERTAIN_COMMANDS.some((each) => command.startsWith(each))
    return { kind: 'retry', words: `No answer of the mail server: ${message}`, afterMs: null, isUncertain }
  }
  const words = `The mail server answered ${(response ?? String(responseCode)).replace(/\s+/g, ' ').slice(0, 200)}`
  // A refused sign-in is ours to repair.
  if (responseCode < 500 || code === 'EAUTH')
    return { kind: 'retry', words, afterMs: null, isUncertain: false }
  return { kind: 'refused', words, because: DEAD_ADDRESS.includes(responseCode) ? 'target' : 'message' }
}
