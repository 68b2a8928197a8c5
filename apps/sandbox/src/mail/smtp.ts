import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Fault } from '../faults/fault-switches.ts'
import type { Shared } from '../shared.ts'
import type { Outbox } from './outbox.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** Creates a server that accepts every mail, with or without a password, and forwards none. */
export function createMailServer({ now, report, faults }: Shared, outbox: Outbox): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    size: MAX_BYTES,
    banner: 'Sandbox mail catch-all',
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_address, _session, done) => {
      const fault = faults.draw('mail')
      if (fault === null) done()
      else if (fault !== 'hang') done(getRefusal(fault))
    },
    onData: (stream, session, done) => {
      receive({ stream, session, outbox, now }).then(
        () => done(),
        (error: Error) => {
          report('a mail could not be read', error)
          done(error)
        },
      )
    },
  })
  server.on('error', (error) => report('the mail server failed', error))
  return server
}

/** Returns the refusal of a fault: 421 and 451 ask to try again later, 550 does not. */
function getRefusal(fault: Exclude<Fault<'mail'>, 'hang'>): Error {
  const reasons = {
    '421': 'Service not available, closing transmission channel',
    '451': 'Requested action aborted: local error in processing',
    '550': 'Requested action not taken: mailbox unavailable',
  }
  return Object.assign(new Error(reasons[fault]), { responseCode: Number(fault) })
}

/** Resolves to the port in use; rejects if the port is taken. */
export function listen(server: SMTPServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve((server.server.address() as AddressInfo).port)
    })
  })
}

async function receive(args: {
  stream: SMTPServerDataStream
  session: SMTPServerSession
  outbox: Outbox
  now: () => number
}): Promise<void> {
  const { stream, session, outbox, now } = args
  const raw = await text(stream)
  if (stream.sizeExceeded) throw Object.assign(new Error('Mail is over 10 MB'), { responseCode: 552 })
  const mail = await PostalMime.parse(raw)
  const { mailFrom, rcptTo } = session.envelope
  outbox.add({
    at: new Date(now()).toISOString(),
    from: mail.from?.address ?? (mailFrom ? mailFrom.address : ''),
    to: rcptTo.map(({ address }) => address),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    messageId: mail.messageId ?? null,
    unsubscribe: mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? null,
  })
}
