import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { Config } from '../config/config.ts'

/**
 * Returns the network address of the caller. A report in the request (`X-Forwarded-For`, the nearest proxy
 * last) is trusted only as far as trusted proxies wrote it; without such proxies it is the address at the
 * other end of the connection.
 */
export function callerAddress({ trustedProxies }: Pick<Config, 'trustedProxies'>, c: Context): string {
  const passedOn = (c.req.header('x-forwarded-for') ?? '').split(',').reverse()
  let address = plainIp(socketAddress(c.env))
  for (const [hops, entry] of passedOn.entries()) {
    const next = plainIp(entry)
    if (!isTrusted(trustedProxies, { address, hops }) || isIP(next) === 0) break
    address = next
  }
  return address
}

function isTrusted(trusted: Config['trustedProxies'], proxy: { address: string; hops: number }): boolean {
  if (typeof trusted === 'number') return proxy.hops < trusted
  const family = isIP(proxy.address)
  return family !== 0 && getRanges(trusted).check(proxy.address, family === 6 ? 'ipv6' : 'ipv4')
}

const known = new WeakMap<readonly string[], BlockList>()

function getRanges(entries: readonly string[]): BlockList {
  const made = known.get(entries) ?? new BlockList()
  if (!known.has(entries)) for (const entry of entries) addRange(made, entry)
  known.set(entries, made)
  return made
}

function addRange(ranges: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  ranges.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
}

/** Removes a port, brackets and the form of IPv4 that IPv6 sockets use. */
function plainIp(text: string): string {
  const trimmed = text.trim()
  const address = /^\[(.+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, '$1')
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
}

/**
 * Returns the network address at the other end of the connection, from what the HTTP server passes as
 * `c.env`.
 */
export function socketAddress(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  // Without a socket the caller is this process.
  return incoming?.socket?.remoteAddress ?? '127.0.0.1'
}
