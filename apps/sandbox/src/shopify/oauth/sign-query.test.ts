import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getSignature, signedAddress } from './sign-query.ts'

describe('the signature of a callback', () => {
  it('S-04 matches the known answer of the documentation', () => {
    const parameters = {
      code: '0907a61c0c8d55e99db179b68161bc00',
      shop: 'some-shop.myshopify.com',
      state: '0.6784241404160823',
      timestamp: '1337178173',
    }
    expect(getSignature(parameters, 'hush')).toBe(
      '700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf',
    )
  })

  it('does not depend on the order of parameters, nor on an hmac among them', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (parameters) => {
        const { hmac: _, signature: __, ...rest } = parameters
        const reversed = Object.fromEntries(Object.entries(rest).reverse())
        expect(getSignature({ ...reversed, hmac: 'x' }, 's')).toBe(getSignature(rest, 's'))
      }),
    )
  })

  it('changes with any parameter and with the secret', () => {
    const parameters = { code: 'a', shop: 'b.myshopify.com' }
    const signature = getSignature(parameters, 's')
    expect(getSignature({ ...parameters, code: 'c' }, 's')).not.toBe(signature)
    expect(getSignature(parameters, 't')).not.toBe(signature)
  })

  it('covers parameters that the redirect address already had', () => {
    const url = new URL(signedAddress('http://localhost/callback?from=here', { code: 'a' }, 's'))
    expect(url.searchParams.get('hmac')).toBe(getSignature({ from: 'here', code: 'a' }, 's'))
  })
})
