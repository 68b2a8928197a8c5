import { PHONE_CODE_MINUTES, type ShopFormats } from '@stockcast/contract'
import { cutGsm, gsmLength, toGsm } from '../../../providers/twilio/gsm.ts'
import type { Composer, Content, OrderNews, ProductNews } from './content.ts'
import { getSubject, linkTo } from './order-news.ts'
import { headline, more } from './product-news.ts'

/** Two SMS of 153 characters each. */
const MAX_CHARACTERS = 306
const OPT_OUT = 'Reply STOP to opt out'
/** Length of a product's name that leaves space for what to do. */
const MAX_NAME_CHARACTERS = 60

export const smsMessage: Composer = {
  compose: ({ products, orders, formats, publicUrl }) => {
    const [worst] = products
    const head = worst ? productWords(products, worst, formats) : orderWords(orders, formats)
    const late = worst && orders.length > 0 ? [`${getSubject({ products: [], orders }, formats)}.`] : []
    const rest = worst && products.length > 1 ? more(products.length - 1, formats) : null
    const tail = ` ${rest ? `${rest}: ` : ''}${linkTo(products, publicUrl).url} ${OPT_OUT}`
    const text = toGsm([head, ...late].join(' '))
    return sms(`${cutGsm(text, MAX_CHARACTERS - gsmLength(toGsm(tail)))}${toGsm(tail)}`)
  },
  composeTest: () => sms(`Stockcast: test message. Alerts will arrive at this number. ${OPT_OUT}`),
}

function productWords(products: readonly ProductNews[], worst: ProductNews, formats: ShopFormats): string {
  const name = `"${cutGsm(toGsm(worst.title).replaceAll('"', "'"), MAX_NAME_CHARACTERS)}"`
  return products.length === 1
    ? `Stockcast stock alert for ${name}: ${worst.state} ${worst.recommendation}`
    : `Stockcast stock alert: ${headline(products, formats)}. First ${name}: ${worst.recommendation}`
}

function orderWords(orders: readonly OrderNews[], formats: ShopFormats): string {
  const [first] = orders
  if (!first) throw new RangeError('a message needs a product or an order')
  const only = orders.length === 1 ? ` ${first.state} ${first.recommendation}` : ''
  return `Stockcast: ${getSubject({ products: [], orders }, formats)}.${only}`
}

/** Writes the message with the code. Before the number is confirmed it gets only this message. */
export function codeMessage(code: string): Content {
  return sms(`Stockcast: ${code} is your code. It works for ${PHONE_CODE_MINUTES} minutes. ${OPT_OUT}`)
}

function sms(body: string): Content {
  return { channel: 'sms', body }
}
