import { randomUUID } from 'node:crypto'

/** How long an access token is used without asking whether its session still lasts. */
const TOKEN_MS = 20_000

const byte = () => Math.floor(Math.random() * 256)
/** Requests come from new addresses, as a proxy reports them: limits would end the bench. */
export const newAddress = () => ({ 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` })

export interface Account {
  email: string
  password: string
  merchantId: number
  /** Returns the headers of its session; undefined once it has ended. */
  headers(): Promise<Record<string, string> | undefined>
  /** Calls the API as this account; throws on a refusal. */
  call(method: string, path: string, body?: object): Promise<Response>
}

/** Opens an account: of a demo user, or of a merchant who has nothing yet. */
export async function openAccount(url: string, isDemo: boolean): Promise<Account> {
  const [email, password] = [`${randomUUID()}@example.com`, `a long password ${randomUUID()}`]
  const answer = await fetch(`${url}/api/auth/${isDemo ? 'sign-in/demo' : 'sign-up/email'}`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', ...newAddress() },
    body: JSON.stringify(isDemo ? {} : { email, name: 'Bench', password }),
  })
  if (!answer.ok) throw new Error(`no account: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  const cookie = cookies.join('; ')
  let token = { text: '', until: 0 }
  const headers = async () => {
    if (performance.now() > token.until) {
      const renewed = await fetch(`${url}/api/auth/token`, { headers: { cookie } })
      if (!renewed.ok) return undefined
      const { token: text } = (await renewed.json()) as { token: string }
      token = { text, until: performance.now() + TOKEN_MS }
    }
    return { cookie, authorization: `Bearer ${token.text}` }
  }
  const call: Account['call'] = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { origin: url, 'content-type': 'application/json', ...newAddress(), ...(await headers()) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const { merchant } = (await (await call('GET', '/api/session')).json()) as {
    merchant: { id: number; email: string }
  }
  return { email: merchant.email, password, merchantId: merchant.id, headers, call }
}

/** Gives the account the products and sales of the sample store. */
export async function fillAccount({ merchantId, email, call }: Account): Promise<void> {
  await call('POST', '/functions/seed-demo-data', { merchantId, shopDomain: '', email })
}
