import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { callerAddress } from './caller-address.ts'

async function getAddress(args: {
  trustedProxies: number | readonly string[]
  socket: string
  passedOn?: string
}): Promise<string> {
  const { trustedProxies, socket, passedOn } = args
  const app = new Hono().get('/', (c) => c.text(callerAddress({ trustedProxies }, c)))
  const headers = new Headers(passedOn === undefined ? {} : { 'x-forwarded-for': passedOn })
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: socket } } })
  return answer.text()
}

it.each([
  ['without trusted proxies a claim is not trusted', 0, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['one proxy: what it saw', 1, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['one proxy: not what the caller wrote before it', 1, '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['two proxies', 2, '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['fewer entries than proxies', 2, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy without a report', 1, '10.0.0.1', undefined, '10.0.0.1'],
  ['a trusted range', ['10.0.0.0/8'], '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a claim from outside the range', ['10.0.0.0/8'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a claim behind the range', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.7, 198.51.100.1', '198.51.100.1'],
  ['a chain within the range', ['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['single addresses of both kinds', ['192.0.2.5', '::1'], '::1', '198.51.100.1, 192.0.2.5', '198.51.100.1'],
  ['an IPv4 proxy on an IPv6 socket', ['10.0.0.0/8'], '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a range of IPv6', ['fd00::/8'], 'fd00::1', '2001:db8::9', '2001:db8::9'],
  ['entries with ports', 2, '10.0.0.1', '198.51.100.1:4711, [2001:db8::9]:80', '198.51.100.1'],
  ['a word is not an address', 1, '10.0.0.1', 'unknown', '10.0.0.1'],
  ['an overlong text is not an address either', 1, '10.0.0.1', `${'9'.repeat(5000)}`, '10.0.0.1'],
])('callerAddress %s', async (_name, trustedProxies, socket, passedOn, address) => {
  expect(await getAddress({ trustedProxies, socket, ...(passedOn && { passedOn }) })).toBe(address)
})
