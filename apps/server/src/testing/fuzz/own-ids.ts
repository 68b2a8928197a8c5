export type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Collects every id in the answers of a caller's lists, so that requests can name existing rows. */
export async function ownIds(get: Send): Promise<(number | string)[]> {
  const found = new Set<number | string>()
  for (const path of LISTS) {
    const answer = await get(path)
    if (answer.ok) collectIds(await answer.json(), found)
  }
  return [...found].slice(0, MAX)
}

const MAX = 20
const LISTS = [
  '/api/alerts',
  '/api/products',
  '/api/snoozes',
  '/api/settings/variants',
  '/api/account',
  '/api/imports',
]

export function collectIds(value: unknown, found: Set<number | string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const isId = /(^id|Id)$/.test(name) && (typeof inner === 'number' || typeof inner === 'string')
    if (isId) found.add(inner)
    else collectIds(inner, found)
  }
}
