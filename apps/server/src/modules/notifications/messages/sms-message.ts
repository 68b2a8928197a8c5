import { PHONE_CODE_MINUTES } from '@stockcast/contract'
import { cutGsm, gsmLength, toGsm } from '../../../integrations/sms/index.ts'
import type { Composer, Content } from './content.ts'
import { headline, more } from './product-news.ts'

/** Two SMS of 153 characters each. */
const MOST_CHARACTERS = 306
const OPT_OUT = 'Reply STOP to opt out'
/** Length of a product's name that leaves space for what to do. */
const MOST_NAME_CHARACTERS = 60

export const smsMessage: Composer = {
  compose: ({ products, formats, publicUrl }) => {
    const [worst] = products
    if (!worst) throw new RangeError('a message needs a product')
    const isOne = products.length === 1
    const name = `"${cutGsm(toGsm(worst.title).replaceAll('"', "'"), MOST_NAME_CHARACTERS)}"`
    const head = isOne
      ? `Stockcast stock alert for ${name}: ${worst.state} ${worst.recommendation}`
      : `Stockcast stock alert: ${headline(products, formats)}. First ${name}: ${worst.recommendation}`
    const rest = more(products.length - 1, formats)
    const tail = ` ${rest && !isOne ? `${rest}: ` : ''}${publicUrl}/alerts ${OPT_OUT}`
    return sms(`${cutGsm(toGsm(head), MOST_CHARACTERS - gsmLength(toGsm(tail)))}${toGsm(tail)}`)
  },
  composeTest: () => sms(`Stockcast: test message. Alerts will arrive at this number. ${OPT_OUT}`),
}

/** Writes the message with the code. Before the number is confirmed it gets only this message. */
export function codeMessage(code: string): Content {
  return sms(`Stockcast: ${code} is your code. It works for ${PHONE_CODE_MINUTES} minutes. ${OPT_OUT}`)
}

function sms(body: string): Content {
  return { channel: 'sms', body }
}
