import { getSegments } from './segments.ts'

export interface SmsMessage {
  id: number
  sid: string
  /** ISO 8601, by the sandbox's clock. */
  at: string
  from: string
  to: string
  body: string
  direction: 'outbound-api' | 'inbound'
  status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'received'
  errorCode: number | null
  statusCallback: string | null
}

/** As Twilio's API shows it: https://www.twilio.com/docs/messaging/api/message-resource. */
export function getResource(message: SmsMessage, accountSid: string) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}`
  const at = rfc2822(message.at)
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: at,
    date_sent: at,
    date_updated: at,
    direction: message.direction,
    error_code: message.errorCode,
    error_message: null,
    from: message.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(getSegments(message.body)),
    price: null,
    price_unit: 'USD',
    sid: message.sid,
    status: message.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to,
    uri: `${uri}.json`,
  }
}

function rfc2822(iso: string): string {
  return new Date(iso).toUTCString().replace('GMT', '+0000')
}
