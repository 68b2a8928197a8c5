import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readShopDomain, SHOP_DOMAIN_PATTERN } from './shop-domain.ts'

const shop = (shopDomain: string) => ({ kind: 'shop', shopDomain })

describe('readShopDomain', () => {
  it.each([
    ['northfold-coffee'],
    ['  Northfold-Coffee '],
    ['northfold-coffee.myshopify.com'],
    ['HTTPS://Northfold-Coffee.myshopify.com/'],
    ['http://northfold-coffee.myshopify.com'],
    ['https://northfold-coffee.myshopify.com/admin/products?page=2'],
    ['https://admin.shopify.com/store/northfold-coffee'],
    ['admin.shopify.com/store/Northfold-Coffee/products'],
  ])('S-02 reads %j as the shop address', (typed) => {
    expect(readShopDomain(typed)).toEqual(shop('northfold-coffee.myshopify.com'))
  })

  it.each([
    ['northfold.coffee'],
    ['https://www.northfold.com/'],
    ['northfold.myshopify.com.evil.example'],
    ['evil.example/northfold.myshopify.com'],
    ['evil.example#.northfold'],
    ['myshopify.com'],
    ['admin.shopify.com'],
    ['admin.shopify.com/store/northfold.com'],
  ])('S-03 refuses %j as a custom domain', (typed) => {
    expect(readShopDomain(typed)).toEqual({ kind: 'custom_domain' })
  })

  it.each([
    ['evil.example#.myshopify.com'],
    ['evil.example?.myshopify.com'],
    ['user@evil.myshopify.com'],
    ['evil.example:443.myshopify.com'],
    ['a.b.myshopify.com'],
    ['.myshopify.com'],
    ['-shop.myshopify.com'],
    ['my shop'],
    ['shop\\evil'],
    ['shop\nname'],
    ['shöp'],
    ['/shop'],
    ['javascript:alert(1)'],
    [`${'a'.repeat(61)}`],
  ])('S-02 refuses %j', (typed) => {
    expect(readShopDomain(typed)).toEqual({ kind: 'invalid' })
  })

  it('S-02 distinguishes an empty input from an invalid one', () => {
    expect(readShopDomain('  ')).toEqual({ kind: 'empty' })
    expect(readShopDomain('https://')).toEqual({ kind: 'empty' })
  })

  it('S-02 accepts only single host names under myshopify.com, whatever is typed', () => {
    forAll(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (typed) => {
      const read = readShopDomain(typed)
      if (read.kind !== 'shop') return
      expect(read.shopDomain).toMatch(SHOP_DOMAIN_PATTERN)
      expect(new URL(`https://${read.shopDomain}`).host).toBe(read.shopDomain)
    })
  })

  it('S-02 returns an accepted address unchanged', () => {
    const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,59}$/)
    forAll(name, (typed) => {
      expect(readShopDomain(typed)).toEqual(shop(`${typed}.myshopify.com`))
      expect(readShopDomain(`${typed}.myshopify.com`)).toEqual(shop(`${typed}.myshopify.com`))
    })
  })
})
