import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = (args: string[], env: NodeJS.ProcessEnv = {}) => runCommand(commands, args, { root, env })

describe('the admin command', () => {
  it('lists every command with what it does', async () => {
    const { text, exitCode } = await run([])
    expect(exitCode).toBe(0)
    for (const [name, { does }] of Object.entries(commands)) {
      expect(text).toContain(`\n  ${name}`)
      expect(text).toContain(does)
    }
  })

  it.each([
    [['gone'], 'There is no command "gone".'],
    [['toString'], 'There is no command "toString".'],
    [['backup'], 'Name the file to write with --to.'],
    [['backup', '--to', '/nowhere/x.backup'], 'There is no folder /nowhere: create it first.'],
    [['restore'], 'Name the backup with --from.'],
    [['drill', '--fast'], "Unknown option '--fast': see `npm run -s admin`."],
    [
      ['distribute'],
      'The embedded database is plain PostgreSQL: set DATABASE_URL and DATABASE_OWNER_URL to the coordinator of a cluster.',
    ],
    [['jobs', 'forget'], 'Say `jobs`, `jobs retry` or `jobs retry QUEUE`.'],
    [['merchant', 'erase', '7'], 'Repeat the address of the account with --address: it is deleted for good.'],
  ])('%j ends with code 1 and says: %s', async (args, sentence) => {
    expect(await run(args)).toMatchObject({ exitCode: 1, problem: sentence })
  })

  it.each([[['gone', '--json']], [['--json', 'gone']]])(
    'prints JSON alone for the unknown command of %j',
    async (args) => {
      const { text, problem, exitCode } = await run(args)
      expect([JSON.parse(text), problem, exitCode]).toEqual([
        { problem: 'There is no command "gone".' },
        '',
        1,
      ])
    },
  )

  it('lists every command as JSON to programs', async () => {
    const { text, exitCode } = await run(['--json'])
    const listed = JSON.parse(text) as { name: string }[]
    expect([listed.map(({ name }) => name), exitCode]).toEqual([Object.keys(commands), 0])
  })

  it('prints problems as JSON to programs', async () => {
    const { text, exitCode } = await run(['backup', '--json'])
    expect([JSON.parse(text), exitCode]).toEqual([{ problem: 'Name the file to write with --to.' }, 1])
  })

  it('lists the variables of the environment, and shows which are set but no value', async () => {
    const { text } = await run(['env', '--json'], { SMTP_URL: 'smtp://name:word@mail' })
    expect(text).not.toContain('word@mail')
    const found = JSON.parse(text) as { name: string; isSet: boolean }[]
    expect(found.filter(({ isSet }) => isSet).map(({ name }) => name)).toEqual(['SMTP_URL'])
    expect(found.map(({ name }) => name)).toContain('DATABASE_OWNER_URL')
  })
})
