import { describe, expect, it } from 'vitest'
import { trickle } from './provider-faults.ts'

describe('trickle', () => {
  it('sends the whole body, one byte after each pause', async () => {
    let pauses = 0
    const pause = async () => void pauses++
    const slow = await trickle(new Response('café', { headers: { 'content-type': 'text/plain' } }), pause)
    expect(slow.headers.get('content-length')).toBe('5')
    expect(await slow.text()).toBe('café')
    expect(pauses).toBe(4)
  })
})
