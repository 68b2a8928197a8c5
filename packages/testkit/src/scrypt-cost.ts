import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Done = (error: Error | null, key: Buffer) => void
type Scrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: Done,
) => void

/** The least work that scrypt allows. */
const QUICK: ScryptOptions = { N: 2, r: 1, p: 1 }

const current = crypto.scrypt as Scrypt & { real?: Scrypt }
const real = current.real ?? current
const quick: Scrypt = (password, salt, length, _options, done) => real(password, salt, length, QUICK, done)

/** Makes hashes of passwords cheap in this process. Processes started by tests keep the real cost. */
export function makeScryptQuick(): void {
  use(Object.assign(quick, { real }))
}

/** Restores the real cost, for hashes that were not made in this process. */
export function makeScryptReal(): void {
  use(real)
}

function use(scrypt: Scrypt): void {
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
}
