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

/** The minimum work that scrypt allows. */
const QUICK: ScryptOptions = { N: 2, r: 1, p: 1 }

const current = crypto.scrypt as Scrypt & { real?: Scrypt }
const real = current.real ?? current
const quick: Scrypt = (password, salt, length, _options, done) => real(password, salt, length, QUICK, done)

// Database tests sign up and in hundreds of times, and a password at its real cost takes as long as dozens of
// queries. `main.db.test.ts` proves the real cost in a process of its own.
Object.assign(crypto, { scrypt: Object.assign(quick, { real }) })
syncBuiltinESMExports()
