import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Problem } from '../problem.ts'

const SHORTEST = 12

/** Returns the passphrase from the file `file`, otherwise from the terminal, where it is not shown. */
export async function askPassphrase(file: string | undefined, question: string): Promise<string> {
  if (file !== undefined) return readPassphrase(file)
  if (!process.stdin.isTTY) {
    throw new Problem(
      'Name a file that holds the passphrase with --passphrase-file: there is no terminal to ask at.',
    )
  }
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/** Returns a new passphrase, which the terminal asks for twice. */
export async function chosenPassphrase(file: string | undefined): Promise<string> {
  const passphrase = await askPassphrase(file, 'Passphrase of the new backup: ')
  if (passphrase.length < SHORTEST) throw new Problem(`The passphrase needs at least ${SHORTEST} characters.`)
  if (file === undefined && (await askPassphrase(file, 'The same again: ')) !== passphrase) {
    throw new Problem('The two passphrases differ: run the command again.')
  }
  return passphrase
}

function readPassphrase(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new Problem(`The file ${file} with the passphrase cannot be read (${code}).`, { cause: error })
  }
}
