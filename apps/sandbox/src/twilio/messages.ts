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

/** Returns a message as Twilio's API does: https://www.twilio.com/docs/messaging/api/message-resource. */
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

// GSM 03.38, as in https://www.twilio.com/docs/glossary/what-is-gsm-7-character-encoding
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('^{}\\[~]|€\f')

/** Returns as how many SMS a text is sent. */
export function getSegments(body: string): number {
  const characters = [...body]
  if (characters.every((each) => BASIC.has(each) || EXTENDED.has(each))) {
    const septets = characters.reduce((sum, each) => sum + (EXTENDED.has(each) ? 2 : 1), 0)
    return septets <= 160 ? 1 : Math.ceil(septets / 153)
  }
  return body.length <= 70 ? 1 : Math.ceil(body.length / 67)
}
