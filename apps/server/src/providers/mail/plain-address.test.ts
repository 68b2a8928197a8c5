import { expect, it } from 'vitest'
import { plainAddress } from './plain-address.ts'

it.each([
  ['Ann@Shop.Example', 'ann@shop.example'],
  ['ann+trial2@shop.example', 'ann@shop.example'],
  ['a.n.n@shop.example', 'a.n.n@shop.example'],
  ['A.n.n+x+y@GoogleMail.com', 'ann@gmail.com'],
  ['"odd@local"@shop.example', '"odd@local"@shop.example'],
])('plainAddress: %s reaches %s', (address, mailbox) => {
  expect(plainAddress(address)).toBe(mailbox)
})
