import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as contract from '../index.ts'
import { byId, type Endpoint, endpoint, toAddress } from './endpoint.ts'

const isEndpoint = (value: object): value is Endpoint => 'path' in value
const endpoints = Object.entries(contract)
  .filter(([name]) => name.endsWith('Api'))
  .flatMap(([, group]) => Object.values(group as Record<string, Endpoint | Record<string, Endpoint>>))
  .flatMap((each) => (isEndpoint(each) ? [each] : Object.values(each)))

describe('Endpoints:', () => {
  it('parameters fill the path of an address, and no value reaches beyond its own part', () => {
    const { actionsApi, accountApi } = contract
    expect(toAddress(actionsApi.removeOrder, { id: 7, orderId: 12 })).toBe('/api/variants/7/orders/12')
    expect(toAddress(accountApi.signOutDevice, { id: '../email?x' })).toBe(
      '/api/account/devices/..%2Femail%3Fx',
    )
  })

  it('no two endpoints share a method and a path', () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(names.length).toBeGreaterThan(100)
    expect(new Set(names).size).toBe(names.length)
  })

  it('only changes are open without a plan or refuse somebody', () => {
    const only = endpoints.filter(({ withoutPlan, refuses }) => withoutPlan || refuses)
    expect(only.filter(({ method }) => method === 'GET')).toEqual([])
  })

  it('an endpoint does not compile without its use, role or parameters, or with a field that nothing reads', () => {
    const answer = z.object({})
    const description = 'Nothing.'
    const declared = [
      // @ts-expect-error a change has no use
      endpoint('POST', '/api/things', { role: 'buyer', answer, description }),
      // @ts-expect-error a file has no use
      endpoint('GET', '/api/things.csv', { role: 'viewer', file: 'csv', description }),
      // @ts-expect-error no role is given
      endpoint('GET', '/api/things', { answer, description }),
      // @ts-expect-error a parameter of the path has no schema
      endpoint('GET', '/api/things/{id}', { role: 'viewer', answer, description }),
      // @ts-expect-error the schema is of another parameter
      endpoint('GET', '/api/things/{thingId}', { role: 'viewer', params: byId, answer, description }),
      // @ts-expect-error the name of the limit is misspelt
      endpoint('PUT', '/api/things', { role: 'buyer', use: 'change', maxByte: 9, answer, description }),
    ]
    expect(declared).toHaveLength(6)
  })
})
