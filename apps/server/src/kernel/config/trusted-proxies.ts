import { isIP } from 'node:net'
import { z } from 'zod'

/** Reads a number of proxies, or a list of addresses and ranges. */
export function readProxies(text: string | undefined, ctx: z.RefinementCtx): number | readonly string[] {
  if (text === undefined) return 0
  if (/^\d{1,2}$/.test(text.trim())) return Number(text)
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !isRange(entry))
  if (wrong === undefined) return entries
  ctx.addIssue(`${wrong} is neither an address nor a range such as 10.0.0.0/8; or give a number of proxies`)
  return z.NEVER
}

function isRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  const longest = family === 6 ? 128 : 32
  return family !== 0 && rest.length === 0 && (prefix === undefined || isPrefix(prefix, longest))
}

function isPrefix(text: string, longest: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= longest
}
