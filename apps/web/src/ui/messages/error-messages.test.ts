import { describe, expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '../../api/api-error.ts'
import { AuthError } from '../../api/auth-error.ts'
import { callbackFailure, connectFailure, invalidDomain } from './connection-failures.ts'
import {
  demoSignInFailure,
  getFailure,
  keepAccountFailure,
  signInFailure,
  signUpFailure,
} from './error-messages.ts'

const provider = (message: string, code?: string) => new AuthError({ code, message, status: 422 })
const server = (message: string, status = 400, code: ApiErrorCode = 'invalid_input') =>
  new ApiError({ code, message, status })
const unexpected = { title: 'Error', message: 'An unexpected error occurred. Please try again.' }

describe('Messages of failures:', () => {
  it('A-03 an address that is already registered has the exact texts', () => {
    for (const code of ['USER_ALREADY_EXISTS', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL']) {
      expect(signUpFailure(provider('In other words.', code))).toEqual({
        title: 'Account exists',
        message: 'This email is already registered. Please sign in instead.',
      })
    }
  })

  it('A-03 A-04 the code of a refused sign-up decides, never its sentence', () => {
    expect(signUpFailure(provider('User already registered')).title).toBe('Signup failed')
  })

  it('A-04 another refusal of a sign-up carries the provider’s message', () => {
    expect(signUpFailure(provider('Password too short'))).toEqual({
      title: 'Signup failed',
      message: 'Password too short',
    })
  })

  it('A-05 a refused sign-in carries the provider’s message', () => {
    expect(signInFailure(provider('Invalid email or password'))).toEqual({
      title: 'Sign in failed',
      message: 'Invalid email or password',
    })
  })

  it('A-04 A-05 any other failure is unexpected', () => {
    expect(signUpFailure(new TypeError('Failed to fetch'))).toEqual(unexpected)
    expect(signInFailure(new TypeError('Failed to fetch'))).toEqual(unexpected)
  })

  it('A-03 an account kept under a registered address has the exact texts', () => {
    expect(keepAccountFailure(server('already registered', 409, 'conflict'))).toEqual({
      title: 'Account exists',
      message: 'This email is already registered. Please sign in instead.',
    })
    expect(keepAccountFailure(server('email: must be a complete email address'))).toEqual({
      title: 'Failed to keep the account',
      message: 'email: must be a complete email address',
    })
  })

  it('T-06 a demo that is refused carries the reason', () => {
    expect(demoSignInFailure(provider('Too many requests.'))).toEqual({
      title: 'Failed to load demo data',
      message: 'Too many requests.',
    })
    expect(demoSignInFailure(new TypeError('Failed to fetch'))).toEqual(unexpected)
  })

  it('S-03 a custom domain names an example', () => {
    expect(invalidDomain).toEqual({
      title: 'Invalid domain',
      message:
        "Please use your .myshopify.com domain, not your custom domain. For example: 'your-store.myshopify.com'",
    })
  })

  it.each([
    ['incorrect_domain', 'Incorrect domain'],
    ['invalid_store', 'Invalid store'],
  ] as const)('S-06 a connection refused as %s is titled %s', (refusal, title) => {
    const message = 'In other words.'
    const error = new ApiError({ code: 'invalid_input', message, status: 400, refusal })
    expect(connectFailure(error)).toEqual({ title, message })
  })

  it.each([
    [server('Too many tries', 429)],
    [server('The redirect address of this domain is invalid.')],
    [server('Invalid state', 500, 'internal')],
    [new TypeError('x')],
  ])('S-06 otherwise the connection failed (%s)', (error) => {
    expect(connectFailure(error)).toEqual({
      title: 'Connection failed',
      message: 'Failed to connect to Shopify. Please try again.',
    })
  })

  it('S-05 without an error of the call, the address lacked a parameter', () => {
    expect(callbackFailure(null)).toEqual({
      title: 'Connection failed',
      message: 'Missing required parameters',
    })
    expect(callbackFailure(server('The link has expired.')).message).toBe('The link has expired.')
  })

  it('T-04 a failed forecast says that some forecasts could not be updated', () => {
    expect(getFailure('run_forecasts', server('x'))).toEqual({
      title: 'Forecast Failed',
      message: 'Some forecasts could not be updated',
    })
  })

  it('a write without an answer is not reported as not done', () => {
    const { message } = getFailure('save_settings', server('The server did not answer.', 0, 'unanswered'))
    expect(message).toBe(
      'The server did not answer, so the change may or may not have been made. Check before you try again.',
    )
  })

  it.each([
    ['load_products', 'Failed to load products'],
    ['load_alerts', 'Failed to load alerts'],
    ['resolve_alert', 'Failed to resolve alert'],
    ['load_settings', 'Failed to load settings'],
    ['save_settings', 'Failed to save settings'],
    ['sync', 'Sync Failed'],
  ] as const)('%s is titled "%s" and says whether anything changed', (action, title) => {
    const failure = getFailure(action, server('The server did not answer.', 0, 'unreachable'))
    expect(failure).toEqual({ title, message: 'The server did not answer. Nothing was changed.' })
  })
})
