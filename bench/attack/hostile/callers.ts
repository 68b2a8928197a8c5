import { randomUUID } from 'node:crypto'
import type { Database } from '../../launch/database.ts'

export const kinds = ['nobody', 'demo visitor', 'unconfirmed merchant', 'confirmed merchant'] as const
type Kind = (typeof kinds)[number]

export interface Caller {
  kind: Kind
  /** Returns the headers of its session; a session that a request ended is replaced by one of a new account. */
  headers(): Promise<Record<string, string>>
}

/** How long an access token is used without asking whether its session still lasts. */
const TOKEN_MS = 20_000

export function createCaller(url: string, kind: Kind, database: Database): Caller {
  let cookie = ''
  let token = { text: '', until: 0 }
  const renew = async () => {
    const answer = await fetch(`${url}/api/auth/token`, { headers: { cookie } })
    if (!answer.ok) return false
    token = { text: ((await answer.json()) as { token: string }).token, until: performance.now() + TOKEN_MS }
    return true
  }
  return {
    kind,
    headers: async (): Promise<Record<string, string>> => {
      if (kind === 'nobody') return {}
      if (performance.now() > token.until && !(await renew())) {
        cookie = await begin(url, kind, database)
        if (!(await renew())) throw new Error(`no token for a ${kind}`)
        if (kind !== 'demo visitor') await fill(url, token.text)
      }
      return { cookie, authorization: `Bearer ${token.text}` }
    },
  }
}

/** Returns the cookies of a new account. */
async function begin(url: string, kind: Kind, database: Database): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const body =
    kind === 'demo visitor' ? {} : { email, name: 'Bench', password: `a long password ${randomUUID()}` }
  const answer = await fetch(
    `${url}/api/auth/${kind === 'demo visitor' ? 'sign-in/demo' : 'sign-up/email'}`,
    {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', ...newAddress() },
      body: JSON.stringify(body),
    },
  )
  if (!answer.ok) throw new Error(`no ${kind}: ${answer.status} ${await answer.text()}`)
  if (kind === 'confirmed merchant')
    await database.rows('update auth_users set email_verified = true where email = $1', [email])
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

/** Gives the account the products and sales of the sample store, and a supplier with a draft. */
async function fill(url: string, token: string): Promise<void> {
  const call = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    return (await (await fetch(`${url}${path}`, { ...init, headers })).json()) as { id?: number }
  }
  const { merchant } = (await call('/api/session')) as { merchant: { id: number; email: string } }
  await call('/functions/seed-demo-data', { merchantId: merchant.id, shopDomain: '', email: merchant.email })
  const { id } = await call('/api/suppliers', {
    name: 'Planted',
    email: 'planted@example.com',
    currency: 'EUR',
  })
  await call('/api/purchase-orders', { supplierId: id })
}

const byte = () => Math.floor(Math.random() * 256)
/** Requests come from new addresses, as a proxy reports them: limits would end the bench. */
export const newAddress = () => ({ 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` })
