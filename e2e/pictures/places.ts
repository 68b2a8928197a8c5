import path from 'node:path'
import type { Merchant } from '../steps/kinds-of-merchants.ts'

export const pictures = path.resolve(import.meta.dirname, '../../screenshots')

export const getFile = (view: string, screen: string) => path.join(pictures, view, `${screen}.png`)

/** Returns the file that stores the session of a merchant. */
export const sessionFile = (merchant: Merchant) => path.join(pictures, '.sessions', `${merchant}.json`)

/** Folder of the pictures on the landing page. */
export const landingPictures = path.resolve(
  import.meta.dirname,
  '../../apps/web/src/accounts/landing/pictures',
)

/** Folder of the pictures in the README's tour. */
export const tourPictures = path.resolve(import.meta.dirname, '../../docs/pictures')
