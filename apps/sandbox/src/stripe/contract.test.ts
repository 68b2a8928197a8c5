import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { branches, type JsonSchema, propertiesNamed, stripeSchemas } from '../testing/stripe-schemas.ts'
import { STRIPE_PARAMETERS } from '../testing/stripe-setup.ts'
import { endpoints } from './api/api.ts'
import { API_VERSION } from './objects/wire.ts'

/** Returns the paths of the properties of our schema that the library's schemas do not have. */
function unknownProperties(own: JsonSchema, theirs: JsonSchema[], path = ''): string[] {
  return branches(own).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const found = theirs.flatMap((each) => propertiesNamed(each, name))
      const here = `${path}${name}`
      return found.length === 0 ? [here] : unknownProperties(property, found, `${here}.`)
    }),
  )
}

describe('the fake of Stripe, compared with the official library,', () => {
  it('has schemas of the installed library and of the API version in answers', () => {
    expect(stripeSchemas.stripeVersion).toBe(Stripe.PACKAGE_VERSION)
    expect(API_VERSION).toBe(Stripe.API_VERSION)
  })

  it.each(endpoints.map((each) => [`${each.method} ${each.path}`, each] as const))(
    'accepts no parameter of %s that Stripe refuses',
    (name, { params }) => {
      const own = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as JsonSchema
      const root = STRIPE_PARAMETERS[name]
      if (root === undefined)
        return expect(Object.keys(own.properties ?? {})).toEqual(own.properties?.expand ? ['expand'] : [])
      const theirs = stripeSchemas.definitions[root]
      expect(theirs).toBeDefined()
      expect(unknownProperties(own, [theirs as JsonSchema])).toEqual([])
    },
  )

  it('supports the request of every parameter schema', () => {
    const answered = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(STRIPE_PARAMETERS).filter((name) => !answered.includes(name))).toEqual([])
  })
})
