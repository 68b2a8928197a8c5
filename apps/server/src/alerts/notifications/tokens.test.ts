import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameSecret } from '../../kernel/secrets/is-same-secret.ts'
import { phoneCode } from './channels/phone-code.ts'
import { maskWebhookUrl } from './channels/slack-target.ts'
import { readUnsubscribeToken, unsubscribeToken } from './channels/unsubscribe.ts'

const secret = 'a-secret-of-the-tests-32-characters'
const former = 'a-former-secret-of-tests-32-characters'

describe('the unsubscribe link', () => {
  const token = unsubscribeToken([secret], { merchantId: 7, address: 'Owner@shop.example' })

  it('names the merchant and the address, upper and lower case alike, and shows neither address nor secret', () => {
    const read = readUnsubscribeToken([secret], token)
    expect(read?.merchantId).toBe(7)
    expect(read?.isFor('owner@SHOP.example')).toBe(true)
    expect(read?.isFor('other@shop.example')).toBe(false)
    expect(token).not.toContain('shop')
  })

  it('is invalid with another secret, or after any change', () => {
    expect(readUnsubscribeToken(['another-secret-of-the-tests-32-char'], token)).toBeNull()
    expect(readUnsubscribeToken([secret], token.replace(/^7/, '8'))).toBeNull()
    forAll(fc.string({ maxLength: 80 }), (text) => {
      expect(readUnsubscribeToken([secret], text)).toBeNull()
    })
  })
})

describe('links from before a key rotation', () => {
  const of = { merchantId: 7, address: 'owner@shop.example' }

  it('work while the former secret is configured, and new links are signed with the current secret', () => {
    const old = unsubscribeToken([former], of)
    expect(readUnsubscribeToken([secret, former], old)?.merchantId).toBe(7)
    expect(readUnsubscribeToken([secret], old)).toBeNull()
    expect(readUnsubscribeToken([secret], unsubscribeToken([secret, former], of))?.merchantId).toBe(7)
  })
})

describe('the code for a phone', () => {
  it('has six digits, which differ for every request', () => {
    const codes = Array.from({ length: 200 }, (_, i) =>
      phoneCode(secret, { merchantId: 1, consentId: 1, nonce: `nonce ${i}` }),
    )
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBeGreaterThan(190)
  })

  it('is compared as a whole', () => {
    expect(isSameSecret('012345', '012345')).toBe(true)
    expect(isSameSecret('012345', '012346')).toBe(false)
    expect(isSameSecret('012345', '01234')).toBe(false)
  })
})

it('the masked webhook shows the last four characters only', () => {
  expect(maskWebhookUrl('https://hooks.slack.com/services/T0AAA/B0BBB/secret-part-WXYZ')).toBe(
    'https://hooks.slack.com/services/…WXYZ',
  )
})
