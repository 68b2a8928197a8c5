import { makeScryptQuick } from './scrypt-cost.ts'

// Database tests sign up and in hundreds of times, and a password at its real cost takes as long as dozens of
// queries. `main.db.test.ts` proves the real cost in a process of its own.
makeScryptQuick()
