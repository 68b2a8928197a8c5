import { describe, expect, it, vi } from 'vitest'
import { leaveSite } from '../../ui/browser/leave-site.ts'

const { leaveForPayment } =
  await vi.importActual<typeof import('./leave-for-payment.ts')>('./leave-for-payment.ts')
const page = 'https://checkout.stripe.com/c/pay/cs_1'

function framed({ mayLeave, tab }: { mayLeave: boolean; tab: object | null }) {
  const visited: string[] = []
  const location = {
    set href(address: string) {
      if (!mayLeave) throw new DOMException('Blocked', 'SecurityError')
      visited.push(address)
    },
  }
  const open = vi.fn(() => tab)
  // Only these members of a window are read.
  return { visited, open, from: { self: {}, top: { location }, open } as unknown as Window }
}

describe('Leaving for a payment page:', () => {
  it('P-02 the tab itself goes there', () => {
    const self = window
    expect(leaveForPayment(page, { self, top: self, open: vi.fn() })).toBe('left')
    expect(leaveSite).toHaveBeenCalledWith(page)
  })

  it('P-02 a framed app leaves its frame', () => {
    const { from, visited, open } = framed({ mayLeave: true, tab: null })
    expect(leaveForPayment(page, from)).toBe('left')
    expect(visited).toEqual([page])
    expect(open).not.toHaveBeenCalled()
  })

  it('P-02 where leaving the frame is refused, a new tab opens, which cannot reach back', () => {
    const tab = { opener: 'this page' }
    const { from, open } = framed({ mayLeave: false, tab })
    expect(leaveForPayment(page, from)).toBe('new_tab')
    expect(open).toHaveBeenCalledWith(page, '_blank')
    expect(tab.opener).toBeNull()
  })

  it('P-02 a blocked tab is reported', () => {
    expect(leaveForPayment(page, framed({ mayLeave: false, tab: null }).from)).toBe('blocked')
  })
})
