import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from './repository/source-files.ts'
import { merchantLoopViolations, moduleListViolations, taskViolations } from './repository/task-rules.ts'

// This file is left out because it names queues and plants violations.
const sources = new Map(
  [...readSources(path.resolve(import.meta.dirname, '..'))].filter(
    ([file]) => file !== 'tools/tasks.test.ts',
  ),
)
const modules = 'apps/server/src/modules'
const definition = "export const payBillsTask = defineTask({\n  name: 'pay-bills' })\n"
const handler = 'export async function payBills() {}\n'
const list = (names: string) => `  const modules: Readonly<Record<string, Module>> = {\n${names}\n  }\n`

const good = new Map([
  [`${modules}/bills/pay-bills.task.ts`, definition + handler],
  [`${modules}/bills/routes.ts`, ''],
  [`${modules}.ts`, `${list('    bills: { tasks: [] },')}task(payBillsTask, payBills)`],
])
const changed = (file: string, text: string) => new Map([...good, [file, text]])

/** The queues in which earlier versions may have left jobs. */
const formerQueues = [
  'apply-import',
  'apply-webhooks',
  'check-import',
  'close-billing',
  'confirm-departure',
  'delete-old-rows',
  'deliver-email',
  'deliver-slack',
  'deliver-sms',
  'ensure-subscriptions',
  'follow-email',
  'forecast-shop',
  'move-time-zone',
  'read-changes',
  'read-levels',
  'reconcile-shop',
  'refresh-outlooks',
  'remove-expired-sign-ins',
  'renew-demos',
  'replay-shop',
  'schedule-billing',
  'schedule-deliveries',
  'schedule-night',
  'schedule-reconcile',
  'schedule-replays',
  'schedule-retention',
  'send-mail',
  'settle-billing',
  'sweep-erased-account',
  'sync-shop',
]

describe('the queues', () => {
  it('of earlier versions are still worked, under their name or as the former name of a task', () => {
    const definitions = [...sources].filter(([, text]) => /\bdefineTask\(/.test(text)).map(([, text]) => text)
    const left = formerQueues.filter((name) => !definitions.some((text) => text.includes(`'${name}'`)))
    expect(left).toEqual([])
  })
})

describe('taskViolations', () => {
  it('finds that file, definition, stored name and handler of every task are one word', () => {
    expect(taskViolations(sources)).toEqual([])
    expect([...sources.keys()].filter((file) => file.endsWith('.task.ts')).length).toBeGreaterThan(20)
  })

  it('accepts a task that is named once', () => {
    expect(taskViolations(good)).toEqual([])
  })

  it.each([
    ['another stored name', 'bills/pay-bills.task.ts', definition.replace('pay-bills', 'settle') + handler],
    [
      'another name of the handler',
      'bills/pay-bills.task.ts',
      definition + handler.replace('payBills', 'pay'),
    ],
    ['a definition without its handler', 'bills/pay-bills.task.ts', definition],
    ['a definition outside a task file', 'bills/tasks.ts', "defineTask({ name: 'tell' })"],
    [
      'a handler that no worker runs',
      'bills/tell.task.ts',
      'export const tellTask = 1\nexport async function tell() {}',
    ],
    [
      'a task that runs another handler',
      'bills/create-bills.ts',
      'handleTask(tellTask, (data) => say(data))',
    ],
    [
      'a task that two places run',
      'bills/create-bills.ts',
      'handleTask(payBillsTask, payBills.bind(null, kernel))',
    ],
  ])('finds %s', (_what, file, text) => {
    expect(taskViolations(changed(`${modules}/${file}`, text))).toHaveLength(1)
  })
})

describe('moduleListViolations', () => {
  it('finds every module with routes or tasks once in the list of modules', () => {
    expect(moduleListViolations(sources)).toEqual([])
    expect(moduleListViolations(good)).toEqual([])
  })

  it.each([
    ['a module that the list leaves out', `${modules}/mails/tell.task.ts`, ''],
    [
      'a listed module that does not exist',
      `${modules}.ts`,
      list('    bills: {},\n    gone: {},').replaceAll('{}', '{ }'),
    ],
    ['a module that is listed twice', `${modules}.ts`, list('    bills: { },\n    bills: { },')],
  ])('finds %s', (_what, file, text) => {
    expect(moduleListViolations(changed(file, text))).toHaveLength(1)
  })
})

describe('merchantLoopViolations', () => {
  const planted = (text: string) => merchantLoopViolations(new Map([[`${modules}/bills/queries.ts`, text]]))

  it('finds no list of all merchants in the modules', () => {
    expect(merchantLoopViolations(sources)).toEqual([])
  })

  it.each([
    "directory.selectFrom('merchant_directory').select('merchant_id').orderBy('merchant_id').execute()",
    "db.selectFrom('merchant_directory').select('merchant_id').where('shop_domain', 'is not', null).execute()",
    "db.selectFrom('merchant_directory').where('merchant_id', '>', after).limit(500).execute()",
    'sql`select merchant_id from merchant_directory order by merchant_id`',
  ])('refuses %j', (text) => {
    expect(planted(text)).toEqual([expect.stringMatching(/bills\/queries.ts reads every merchant/)])
  })

  it.each([
    "db.selectFrom('merchant_directory').select('merchant_id').where('email', '=', email).execute()",
    'sql`select 1 from merchant_directory d where d.user_id = $1`',
  ])('accepts %j', (text) => {
    expect(planted(text)).toEqual([])
  })
})
