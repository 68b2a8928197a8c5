import { describe, expect, it } from 'vitest'
import { routedPath } from './routed-path.ts'

const toPath = (address: string) => routedPath(new Request(`https://stockcast.example${address}`))

describe('routedPath', () => {
  it.each([
    ['/api/products?search=a%', '/api/products'],
    ['/api/products/5', '/api/products/5'],
    ['/caf%C3%A9', '/café'],
    ['/100%25', '/100%25'],
    ['/a%2Fb', '/a%2Fb'],
  ])('returns the path of %s as the router reads it', (address, path) => {
    expect(toPath(address)).toBe(path)
  })

  it.each([
    ['/api/variants/5%zz/settings', '/api/variants/5%'],
    [`/api/sales${'/%E0%A4%A'.repeat(1500)}`, '/api/sales/%'],
    ['/%', '/%'],
  ])('cuts a path with a broken escape at its first escape', (address, path) => {
    expect(toPath(address)).toBe(path)
  })
})
