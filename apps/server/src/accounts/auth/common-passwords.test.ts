import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { isBreached } from './breached-passwords.ts'
import { passwordFault } from './common-passwords.ts'

const wellKnown = `
  123456 123456789 12345678 password qwerty123 qwerty1 111111 123123 1234567890 1234567 qwerty abc123 000000
  iloveyou password1 monkey dragon letmein sunshine princess football baseball superman batman trustno1 welcome1
  shadow master michael mustang starwars 1q2w3e4r 1qaz2wsx zaq12wsx qwertyuiop asdfghjkl zxcvbnm 654321 666666
  ashley bailey passw0rd p@ssw0rd charlie donald freedom whatever ninja1 jesus1 jordan23 liverpool chelsea`
  .trim()
  .split(/\s+/)

describe('a new password', () => {
  it('A-02 is refused when it is one of the most used', async () => {
    const passed: string[] = []
    for (const password of wellKnown) if ((await passwordFault(password)) === null) passed.push(password)
    expect(passed).toEqual([])
  })

  it('A-02 is refused for every entry of the whole list, whatever the letter case', async () => {
    const list = dictionary['passwords-common']
    expect(list.length).toBeGreaterThan(40_000)
    let passed = 0
    for (const password of list) {
      for (const typed of [password, password.toUpperCase()]) {
        if ((await passwordFault(typed)) === null) passed += 1
      }
    }
    expect(passed).toBe(0)
  })

  it('A-02 is refused when it is the email address, or the part before the @', async () => {
    const email = 'harbour.supplies@shop.example'
    for (const password of [email, 'Harbour.Supplies', 'HARBOUR.SUPPLIES@shop.example'])
      expect(await passwordFault(password, email)).toContain('email address')
  })

  const shop = ['Harbour & Sons 2', 'harbour-sons.myshopify.com']
  it.each([
    'stockcast',
    'StockCast2026!',
    '1stockcast1',
    'harbour123',
    'Harbour & Sons',
    'harboursons2025',
    'harbour-sons.myshopify.com',
    'supplies_harbour',
    'stock\u00adcast1',
  ])(
    'A-02 is refused when it is the name of the product or the shop with some digits, such as %s',
    async (password) => {
      expect(await passwordFault(password, 'harbour.supplies@shop.example', shop)).toContain(
        'a name that others know',
      )
    },
  )

  it.each(['harbour-lanterns', 'my stockcast lamp', 'sons of thunder'])(
    'A-02 may have such a name among other words, as %s',
    async (password) =>
      expect(await passwordFault(password, 'harbour.supplies@shop.example', shop)).toBeNull(),
  )

  it('A-02 is refused by chance for no more than one of some thousand that nobody has used', async () => {
    let refused = 0
    for (let n = 0; n < 20_000; n++) if (await isBreached(`nobody-uses-this-${n}-k7`)) refused += 1
    expect(refused).toBeLessThan(10)
  })

  it.each([
    '654321',
    '121212',
    '290966',
    '23041987',
    'abcdef',
    'fedcba',
    'lkjhgf',
    'qwertz',
    'xyxyxyxy',
    'aaaaaaaa',
  ])('A-02 is refused when it follows a common pattern, such as %s', async (password) => {
    expect(await passwordFault(password)).toContain('too easy to guess')
  })

  it.each(['a good one', 'k7-plum', '731946205518', 'xkqz-41-plum', '🔑🔑🔑', 'x'.repeat(128)])(
    'A-02 may be %s',
    async (password) => {
      expect(await passwordFault(password, 'owner@shop.example')).toBeNull()
    },
  )
})
