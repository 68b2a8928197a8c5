import { describe, expect, it } from 'vitest'
import * as contract from '../index.ts'
import { type Endpoint, toAddress } from './endpoint.ts'

const isEndpoint = (value: object): value is Endpoint => 'path' in value
const endpoints = Object.entries(contract)
  .filter(([name]) => name.endsWith('Api'))
  .flatMap(([, group]) => Object.values(group as Record<string, Endpoint | Record<string, Endpoint>>))
  .flatMap((each) => (isEndpoint(each) ? [each] : Object.values(each)))

describe('An endpoint:', () => {
  it('its parameters fill its path, and no value leaves its part of the address', () => {
    const { actionsApi, accountApi } = contract
    expect(toAddress(actionsApi.removeOrder, { id: 7, orderId: 12 })).toBe('/api/variants/7/orders/12')
    expect(toAddress(accountApi.signOutDevice, { id: '../email?x' })).toBe(
      '/api/account/devices/..%2Femail%3Fx',
    )
  })

  it('no two share a method and a path', () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(names.length).toBeGreaterThan(100)
    expect(new Set(names).size).toBe(names.length)
  })

  it('a change that is open without a plan, or refuses somebody, is a change', () => {
    const only = endpoints.filter(({ withoutPlan, refuses }) => withoutPlan || refuses)
    expect(only.filter(({ method }) => method === 'GET')).toEqual([])
  })
})
