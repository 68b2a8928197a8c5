export interface HeadShape {
  name: string
  method?: string
  after?: string
  /** Replaces every id in the path. */
  id?: string
  headers?: Record<string, string | string[]>
}

/** Node refuses more than 16 kB of headers. */
const LONG = 14_000
const base64 = (text: string) => Buffer.from(text).toString('base64url')
const token = (name: string, header: string, payload = '{}'): HeadShape => {
  const parts = [header, payload, 'x'.repeat(64)]
  return { name, headers: { authorization: `Bearer ${parts.map(base64).join('.')}` } }
}
const header = (name: string, value: string | string[]): HeadShape => {
  const text = [value].flat()[0] ?? ''
  const short = text.length > 24 ? `${text.slice(0, 24)}…` : text
  return { name: `${name}: ${short}`, headers: { [name]: value } }
}

export const headShapes: readonly HeadShape[] = [
  { name: 'as it should be' },
  { name: 'a long query', after: `?search=${'a'.repeat(LONG)}` },
  { name: 'many parameters', after: `?${'a=1&'.repeat(LONG / 4)}` },
  { name: 'one parameter many times', after: `?page=1${'&page=2'.repeat(LONG / 7)}` },
  { name: 'brackets in a query', after: `?a${'[b]'.repeat(LONG / 3)}=1` },
  { name: 'a long path', after: 'a'.repeat(LONG) },
  { name: 'many slashes', after: '/'.repeat(LONG) },
  { name: 'steps up', after: '/..%2f..'.repeat(1500) },
  { name: 'broken escapes in a path', after: '/%E0%A4%A'.repeat(1500) },
  { name: 'a half escape', after: '/%' },
  { name: 'an id of many digits', id: '9'.repeat(LONG) },
  { name: 'an id of broken escapes', id: '%'.repeat(1000) },
  { name: 'an id of dots', id: '%2e%2e%2f'.repeat(1000) },
  { name: 'an id of colons', id: ':a*'.repeat(3000) },
  header('cookie', Array<string>(2000).fill('a=1').join('; ')),
  header('cookie', `stockcast.session_token=${'a'.repeat(LONG)}`),
  header('cookie', `stockcast.session_token=${'%'.repeat(LONG)}`),
  header('cookie', `stockcast.session_token=${'a.'.repeat(LONG / 2)}`),
  header('cookie', '='.repeat(LONG)),
  header('authorization', `Bearer ${'a'.repeat(LONG)}`),
  header('authorization', ' '.repeat(LONG)),
  header('authorization', `Bearer ${'.'.repeat(LONG)}`),
  token('a token of lists in lists', '['.repeat(5000)),
  token('a token with another algorithm', '{"alg":"none"}'),
  token('a token of an unknown key', '{"alg":"EdDSA","kid":"x"}'),
  token('a token with a large payload', '{"alg":"EdDSA"}', '{"a":1}'.repeat(1200)),
  token('a token with its own key', '{"alg":"EdDSA","jwk":{"kty":"OKP"},"crit":["x"]}'),
  {
    name: 'many headers',
    headers: Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`x-${n}`, '1'])),
  },
  header('x-same', Array<string>(1500).fill('1')),
  header('range', `bytes=${'0-1,'.repeat(LONG / 4)}0-1`),
  header('range', `bytes=-${'9'.repeat(LONG)}`),
  header('if-none-match', '"a",'.repeat(LONG / 4)),
  header('if-modified-since', '9'.repeat(LONG)),
  header('accept', 'a/b;q=0.1,'.repeat(LONG / 10)),
  header('accept-encoding', 'gzip;q=0,'.repeat(LONG / 9)),
  header('accept-encoding', 'gzip, br, zstd, deflate'),
  header('accept-language', 'en-x;q=0.1,'.repeat(LONG / 11)),
  header('user-agent', 'Mozilla/5.0 ('.repeat(LONG / 13)),
  header('user-agent', `${'Chrome/1.'.repeat(LONG / 9)}x`),
  header('x-forwarded-for', '10.0.0.1, '.repeat(LONG / 10)),
  header('x-forwarded-for', `[${':'.repeat(LONG)}`),
  header('forwarded', 'for="[::1]";'.repeat(LONG / 12)),
  header('x-real-ip', '1'.repeat(LONG)),
  header('origin', `https://${'a'.repeat(LONG)}`),
  header('host', `${'a.'.repeat(LONG / 2)}:99999`),
  header('host', ''),
  header('content-type', `application/json;${'a=b;'.repeat(LONG / 4)}`),
  header('content-type', `multipart/form-data; boundary=${'"'.repeat(LONG)}`),
  header('expect', '100-continue'),
  header('upgrade', 'websocket'),
  header('last-event-id', '9'.repeat(LONG)),
  header('x-http-method-override', 'DELETE'),
  header('x-shopify-hmac-sha256', 'A'.repeat(LONG)),
  header('stripe-signature', `t=1,${'v1=a,'.repeat(LONG / 5)}`),
  header('x-twilio-signature', 'A'.repeat(LONG)),
  {
    name: 'OPTIONS',
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
  },
  ...['TRACE', 'HEAD', 'PROPFIND', 'PURGE'].map((method) => ({ name: method, method })),
]

/** Values of a query parameter that a route knows. */
export const queryShapes = {
  'a long text': 'a'.repeat(LONG - 400),
  'many digits': '9'.repeat(LONG - 400),
  'broken escapes': '%'.repeat(LONG - 400),
  blanks: `${'+'.repeat(LONG - 400)}1`,
  wildcards: encodeURIComponent('%_\\'.repeat(1500)),
  'marks upon marks': encodeURIComponent('a\u0301'.repeat(1500)),
  'a long day': `2026-${'1'.repeat(LONG - 400)}`,
  'a list of many': '1,'.repeat(LONG / 2 - 200),
}
