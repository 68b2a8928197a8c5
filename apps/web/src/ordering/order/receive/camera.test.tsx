import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anOrder } from '../../../testing/purchase-order-fixtures.ts'
import { openApp } from '../../../testing/render-app.tsx'

afterEach(() => vi.unstubAllGlobals())

/** What lies before the camera. */
let inView: string[] = []
const stopped = vi.fn()

function withCamera(getUserMedia: () => Promise<unknown>) {
  inView = []
  stopped.mockClear()
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = async () => inView.map((rawValue) => ({ rawValue }))
    },
  )
  vi.stubGlobal('navigator', Object.assign(navigator, { mediaDevices: { getUserMedia } }))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  return openApp('/order/orders/12?show=receive', { 'GET /api/purchase-orders/12': anOrder() })
}

const works = async () => ({ getTracks: () => [{ stop: stopped }] })
const failing = (name: string) => async () => {
  throw new DOMException('No picture.', name)
}

describe('The camera', () => {
  it('counts a barcode that it sees on its line, once for each time that it comes into view', async () => {
    const { user } = withCamera(works)
    await user.click(await screen.findByRole('button', { name: 'Camera' }))
    inView = ['4006381333931']
    expect(await screen.findByText('House Espresso, 1 kg: 1 of 240.')).toBeTruthy()
    inView = ['999']
    expect(await screen.findByText('No product of this order has the code 999.')).toBeTruthy()
    inView = ['4006381333931']
    expect(await screen.findByText('House Espresso, 1 kg: 2 of 240.')).toBeTruthy()
    expect(screen.getByLabelText('Accepted units of House Espresso, 1 kg')).toHaveProperty('value', '2')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(stopped).toHaveBeenCalled())
  })

  it.each([
    ['NotAllowedError', /does not let this page use the camera. Allow it beside the address/],
    ['NotFoundError', /No camera was found. Type the code/],
    ['NotReadableError', /The camera did not start. Close other programs/],
  ])('that answers %s is said in plain words, and codes can still be typed', async (name, words) => {
    const { user } = withCamera(failing(name))
    await user.click(await screen.findByRole('button', { name: 'Camera' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    await user.type(screen.getByLabelText('Barcode or SKU'), '4006381333931{Enter}')
    expect(screen.getByText('House Espresso, 1 kg: 1 of 240.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(screen.queryByText(words)).toBeNull()
  })
})
