import { between, pick, type Random } from '../../random.ts'
import { FAMILIES, type ProductFamily, RANGES } from './catalogue-words.ts'

export type ShopSize = 'tiny' | 'default' | 'large'

export interface DraftProduct {
  family: ProductFamily
  title: string
  vendor: string
  variants: { title: string; sku: string; priceCents: number }[]
}

const TINY_PRODUCTS = 12
const TINY_OPTION_VALUES = 2

export function getSize(shopName: string): ShopSize {
  if (shopName.startsWith('tiny-')) return 'tiny'
  return shopName.startsWith('large-') ? 'large' : 'default'
}

export function draftCatalogue(size: ShopSize, random: Random): DraftProduct[] {
  if (size === 'tiny') return draftTiny(random)
  const ranges = size === 'large' ? RANGES : ['']
  return ranges.flatMap((range) =>
    FAMILIES.flatMap((family) =>
      family.titles.map((title) => draftProduct({ family, title, range, random })),
    ),
  )
}

/** Drafts one product of each of the first families, half of them with two variants. */
function draftTiny(random: Random): DraftProduct[] {
  const families = FAMILIES.slice(0, TINY_PRODUCTS - 1).concat(FAMILIES.at(-1)!)
  return families.map((family, index) => {
    const product = draftProduct({ family, title: pick(random, family.titles), range: '', random })
    return { ...product, variants: product.variants.slice(0, index % 2 === 0 ? 1 : TINY_OPTION_VALUES) }
  })
}

function draftProduct(args: {
  family: ProductFamily
  title: string
  range: string
  random: Random
}): DraftProduct {
  const { family, range, random } = args
  const title = range === '' ? args.title : `${range} ${args.title}`
  const base = between(random, ...family.price)
  const [first = [], second = ['']] = family.options
  const variants = first.flatMap((value, step) => {
    const spread = first.length > 1 ? family.priceSpread ** (step / (first.length - 1)) : 1
    const priceCents = family.isGiftCard ? Number(value.slice(1)) * 100 : Math.round(base * spread) * 100 - 10
    return second.map((other) => {
      const values = other === '' ? [value] : [value, other]
      return { title: values.join(' / '), sku: getSku(title, values), priceCents }
    })
  })
  return { family, title, vendor: pick(random, family.vendors), variants }
}

function getSku(title: string, values: readonly string[]): string {
  const letters = (text: string, count: number) =>
    text
      .normalize('NFD')
      .replaceAll(/[^A-Za-z0-9 -]/g, '')
      .split(/[ -]+/)
      .map((word) => (/^\d/.test(word) ? word : word.slice(0, count)))
      .join('')
      .toUpperCase()
  return [letters(title, 3), ...values.map((value) => letters(value, 2))].join('-')
}
