import { describe, expect, it } from 'vitest'
import { hasAccessToken } from '../api/access-token.ts'
import { AuthError } from '../api/auth-error.ts'
import { Answer, failure, fakeServer } from '../testing/fake-server.ts'
import { signInForTest } from '../testing/render-app.tsx'
import { resetPassword, signIn, signOut, undoEmailChange } from './auth-client.ts'

const credentials = { email: 'ada@example.com', password: 'correct horse' }

describe('Calls of the auth provider:', () => {
  it('a call carries no token, because the provider reads the cookie', async () => {
    signInForTest()
    const server = fakeServer({ 'POST /api/auth/reset-password': { status: true } })
    await resetPassword({ newPassword: 'correct horse', token: 't' })
    expect(server.received[0]).toMatchObject({
      authorization: null,
      body: { newPassword: 'correct horse', token: 't' },
    })
  })

  it.each([
    ['the provider', new Answer(401, { code: 'INVALID_CODE', message: 'Wrong.' }), 'INVALID_CODE'],
    ['our own server', failure(401, 'unauthenticated', 'Wrong.'), 'other'],
  ])('a refusal by %s is an AuthError with its sentence and code', async (_, refusal, code) => {
    fakeServer({ 'POST /api/auth/sign-in/email': refusal })
    const error = await signIn(credentials).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ code, message: 'Wrong.', status: 401 })
  })

  it.each([
    ['no answer', new TypeError('network down'), { code: 'unanswered', status: 0 }],
    ['an answer that does not match', { token: 7 }, { code: 'unreadable', status: 200 }],
  ])('%s is an ApiError, as for any other call', async (_, answer, expected) => {
    fakeServer({ 'POST /api/auth/undo-email': answer })
    await expect(undoEmailChange('t')).rejects.toMatchObject({ name: 'ApiError', ...expected })
  })

  it('A-08 a session that had ended before counts as signed out', async () => {
    signInForTest()
    fakeServer({ 'POST /api/auth/sign-out': new Answer(401, { message: 'Unauthorized' }) })
    await signOut()
    expect(hasAccessToken()).toBe(false)
  })

  it('A-08 without an answer to the sign-out, the token stays', async () => {
    signInForTest()
    fakeServer({ 'POST /api/auth/sign-out': new TypeError('network down') })
    await expect(signOut()).rejects.toMatchObject({ code: 'unanswered' })
    expect(hasAccessToken()).toBe(true)
  })

  it('A-08 the browser keeps its light or dark scheme when the sign-out clears everything else', async () => {
    signInForTest()
    localStorage.setItem('mantine-color-scheme-value', 'dark')
    localStorage.setItem('stockcast.of-the-account', '1')
    fakeServer({
      'POST /api/auth/sign-out': () => {
        localStorage.clear()
        return { success: true }
      },
    })
    await signOut()
    expect({ ...localStorage }).toEqual({ 'mantine-color-scheme-value': 'dark' })
  })
})
