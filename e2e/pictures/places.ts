import path from 'node:path'

export const pictures = path.resolve(import.meta.dirname, '../../screenshots')

/** Whose eyes the screens are seen with. */
export type Merchant = 'nobody' | 'new' | 'visitor' | 'full' | 'longNames'

/** Where the session of a merchant waits for the pictures. */
export const sessionFile = (merchant: Merchant) => path.join(pictures, '.sessions', `${merchant}.json`)
