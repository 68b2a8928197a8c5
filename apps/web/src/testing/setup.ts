import { notifications } from '@mantine/notifications'
import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { writeAsIn } from '../ui/format/country.ts'
import * as browserFunctions from './browser-functions.ts'

vi.mock('../ui/browser/leave-site.ts', () => import('./browser-functions.ts'))
vi.mock('../ui/browser/reload-page.ts', () => import('./browser-functions.ts'))
vi.mock('../accounts/payment/leave-for-payment.ts', () => import('./browser-functions.ts'))

// The first test of a file loads its screen, which may take seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000, getElementError: errorWithoutPage })

/** A test that waits makes an error at each look at the page: the page is printed once, after the test has failed. */
function errorWithoutPage(message: string | null): Error {
  const error = new Error(message ?? '')
  Error.captureStackTrace(error, errorWithoutPage)
  return error
}

// What Mantine needs and jsdom lacks.
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList

window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  for (const replaced of Object.values(browserFunctions)) replaced.mockReset()
  browserFunctions.leaveForPayment.mockReturnValue('left')
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    throw new Error(`console.error was called: ${parts.map(String).join(' ')}`)
  })
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') screen.debug()
  cleanup()
  notifications.clean()
  writeAsIn(null)
})
