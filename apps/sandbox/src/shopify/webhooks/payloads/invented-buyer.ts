import { hashText } from '../../../random.ts'

const FIRST_NAMES = ['Ada', 'Bruno', 'Chidi', 'Dana', 'Elif', 'Farid', 'Greta', 'Hana', 'Ivo', 'Jun']
const LAST_NAMES = ['Abara', 'Brandt', 'Castillo', 'Dvorak', 'Eriksen', 'Fontaine', 'Okafor', 'Sato']
const FIRST_CUSTOMER = 7_000_000_000_000

/** A buyer who does not exist, the same for the same order: the real payload holds one, so apps must leave it out. */
export function inventedBuyer(shop: string, order: number) {
  const number = hashText(`buyer ${shop} ${order}`)
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length]!
  const lastName = LAST_NAMES[(number >>> 8) % LAST_NAMES.length]!
  const email = `${firstName}.${lastName}.${number % 100_000}@example.com`.toLowerCase()
  const phone = `+1555${String(number % 10_000_000).padStart(7, '0')}`
  const address = {
    first_name: firstName,
    last_name: lastName,
    name: `${firstName} ${lastName}`,
    address1: `${1 + (number % 900)} Example Street`,
    address2: null,
    city: 'Springfield',
    province: 'New York',
    province_code: 'NY',
    country: 'United States',
    country_code: 'US',
    zip: String(10_000 + (number % 900)),
    phone,
  }
  const id = FIRST_CUSTOMER + number
  const customer = {
    id,
    admin_graphql_api_id: `gid://shopify/Customer/${id}`,
    email,
    first_name: firstName,
    last_name: lastName,
    phone,
    default_address: address,
  }
  return { email, phone, customer, address, browserIp: `192.0.2.${number % 256}` }
}
