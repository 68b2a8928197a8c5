import { badValues, type Json } from '../bad-values.ts'

const INT32 = 2_147_483_647

export const hostileNumbers = [
  ...[0, -0, 1, -1, 0.5, INT32, INT32 + 1, -INT32 - 2, Number.MAX_SAFE_INTEGER],
  ...[2 ** 63, 1e300, -1e-300],
]

export const hostileTexts = [
  ...['', ' ', '0', 'null', 'é', '🧵', '\u202e', 'a\u0000b', '\ud800', '-1', '1e3', 'NaN', '%00', '%_\\'],
  ...["' or 1=1 --", '<script>alert(1)</script>', '=1+1', '{{7*7}}', '../../etc/passwd'],
  ...['\n\r\t', 'x'.repeat(300), 'x'.repeat(5000)],
]

/** Values that may occur anywhere in a body, whatever is expected. */
export const hostileValues: readonly Json[] = [...badValues.map(([, value]) => value), [], {}, true, '1']

export const hostileNames = ['__proto__', 'constructor', 'merchant_id', 'isAdmin', 'a'.repeat(200), '']

/**
 * Texts for every format that a field of the API requires. None looks like a secret, because refusals repeat
 * what was sent.
 */
export const forms = [
  ...['08:00', '2026-11-20', '2026-02-30', '0000-00-00', '9999-12-31', 'Europe/Berlin', 'EUR', '123456'],
  ...['cs_test_1', '+14155550123', 'fuzz.myshopify.com', 'someone@example.com'],
]

/** What a careful caller sends for fields whose schema says less than the product requires. */
export const usualValues: Readonly<Record<string, readonly Json[]>> = {
  sku: ['A-1', 'A-2', 'A-3', 7],
  product: ['Lamp', 'Cup, blue', 'é 🧵'],
  stock: [0, 3, '12'],
  incoming: [0, 5],
  price: [1.5, '12.50', 0],
  units: [1, 3, 40],
  day: ['2026-11-01', '2026-11-02', '2026-10-15'],
  expectedOn: ['2026-12-01', '2027-01-15'],
  timeZone: ['Europe/Berlin', 'America/New_York'],
  currency: ['EUR', 'USD'],
  location: ['Main'],
  shop: ['fuzz.myshopify.com', 'fuzz'],
  redirectOrigin: ['http://localhost:3000'],
  phone: ['+14155550123'],
  webhookUrl: ['https://hooks.slack.com/services/T0/B0/x', ''],
  fileName: ['products.csv'],
}
