import path from 'node:path'
import type { Merchant } from '../steps/kinds-of-merchants.ts'

export const pictures = path.resolve(import.meta.dirname, '../../screenshots')

export const fileOf = (view: string, screen: string) => path.join(pictures, view, `${screen}.png`)

/** Where the session of a merchant waits for the pictures. */
export const sessionFile = (merchant: Merchant) => path.join(pictures, '.sessions', `${merchant}.json`)

/** The pictures that the landing page shows. */
export const landingPictures = path.resolve(
  import.meta.dirname,
  '../../apps/web/src/screens/landing/pictures',
)

/** The pictures of the tour in the README. */
export const tourPictures = path.resolve(import.meta.dirname, '../../docs/pictures')
