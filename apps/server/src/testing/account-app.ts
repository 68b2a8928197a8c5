import { decodeJwt } from 'jose'
import { beforeAll } from 'vitest'
import { type QueuedTestMail, queuedMailsTo } from './queued-mails.ts'
import { readAnswer } from './read-answer.ts'
import { type TestApp, withTestApp } from './test-app.ts'
import { type TestBrowser, testBrowser } from './test-browser.ts'

export interface Person {
  email: string
  browser: TestBrowser
  /** An access token for the browser's session. */
  token: string
}

/** The whole product with its real sign-in, as browsers and mailboxes see it. */
export interface AccountApp {
  test: TestApp
  newBrowser(): TestBrowser
  newEmail(): string
  signUp(email?: string, browser?: TestBrowser): Promise<Person>
  signIn(email: string, password?: string, browser?: TestBrowser): Promise<Response>
  getToken(browser: TestBrowser): Promise<string>
  call(token: string, path: string, init?: { method?: string; json?: unknown }): Promise<Response>
  /** Makes the call and returns the body of a successful answer. */
  ask<Answer>(...call: Parameters<AccountApp['call']>): Promise<Answer>
  isSignedIn(token: string): Promise<boolean>
  getMerchant(token: string): number
  mailsTo(email: string): Promise<QueuedTestMail[]>
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
}

export const PASSWORD = 'a good one'

export const linkIn = (mail: QueuedTestMail | undefined): URL => {
  const found = /https?:\/\/\S+/.exec(mail?.text ?? '')
  if (!found) throw new Error(`no link in the mail ${mail?.subject ?? '(none)'}`)
  return new URL(found[0])
}

export const toPath = ({ pathname, search }: URL): string => `${pathname}${search}`

let users = 0

/** Opens the app before the tests of a file and closes it after them. `SMTP_URL` in `env` makes mails real. */
export function withAccountApp(env: Record<string, string> = {}): AccountApp {
  const test = withTestApp({ env })
  const opened = {} as AccountApp
  beforeAll(() => {
    Object.assign(opened, accountApp(test))
  })
  return opened
}

function accountApp(test: TestApp): AccountApp {
  const { signInApp: app } = test
  const newBrowser = () => testBrowser(app)
  const newEmail = () => `person-${++users}@example.com`
  const call: AccountApp['call'] = async (token, path, { method, json } = {}) =>
    app.request(path, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
  return {
    test,
    ask: (...asked) => readAnswer(call(...asked)),
    newBrowser,
    newEmail,
    getToken: (browser) => browser.getToken(),
    call,
    signUp: async (email = newEmail(), browser = newBrowser()) => {
      const answer = await browser.post('/api/auth/sign-up/email', {
        email,
        password: PASSWORD,
        name: 'user',
      })
      if (!answer.ok) throw new Error(await answer.text())
      return { email, browser, token: await browser.getToken() }
    },
    signIn: (email, password = PASSWORD, browser = newBrowser()) =>
      browser.post('/api/auth/sign-in/email', { email, password }),
    isSignedIn: async (token) => (await call(token, '/api/session')).status === 200,
    getMerchant: (token) => decodeJwt(token).mid as number,
    mailsTo: (email) => queuedMailsTo(test.kernel, email),
    sql: async <Row>(text: string, values: unknown[] = []) =>
      (await test.kernel.db.pool.query(text, values)).rows as Row[],
  }
}
