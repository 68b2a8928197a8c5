import { hashText } from '../../random.ts'
import type { Collection } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'

const TAGS = ['Bestseller', 'Gift idea', 'Made to order', 'Organic & fair', 'Wholesale', 'Clearance']
const ONE_IN = 5

/** Returns the tags of a product: its kind, and some that its title decides. One in ten has none. */
export function drawTags(title: string, productType: string): string[] {
  if (hashText(`untagged ${title}`) % 10 === 0) return []
  const others = TAGS.filter((tag) => hashText(`${tag} ${title}`) % ONE_IN === 0)
  return [productType.toLowerCase(), ...others]
}

const smart = [
  { title: 'Tea', rule: { column: 'TYPE', condition: 'Tea' } },
  { title: 'Gifts', rule: { column: 'TAG', condition: 'gift idea' } },
  { title: 'From our kiln', rule: { column: 'VENDOR', condition: 'Kiln & Clay Studio' } },
] as const

/** Adds three smart collections, and one whose products were chosen by hand. */
export function addCollections(store: ShopStore, at: number): void {
  const add = (content: Pick<Collection, 'title' | 'rule' | 'chosen'>) =>
    store.collections.push({ ...content, index: store.collections.length, updatedAt: at, isDeleted: false })
  for (const content of smart) add({ ...content, chosen: new Set() })
  const chosen = store.products.filter(({ title }) => hashText(`pick ${title}`) % 6 === 0)
  add({ title: 'Staff picks', rule: null, chosen: new Set(chosen) })
}
