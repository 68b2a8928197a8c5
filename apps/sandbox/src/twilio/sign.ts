import { createHmac } from 'node:crypto'

/** X-Twilio-Signature: https://www.twilio.com/docs/usage/security#validating-requests. */
export function sign(authToken: string, url: string, form: Readonly<Record<string, string>>): string {
  const parameters = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`)
    .join('')
  return createHmac('sha1', authToken)
    .update(url + parameters)
    .digest('base64')
}
