import path from 'node:path'
import {
  eraseMerchant,
  resumeOrderMails,
  saveExport,
  showMerchant,
} from '../../apps/server/src/operator/index.ts'
import type { LaunchConfig } from '../launch/config.ts'
import { serviceEnvironments } from '../launch/service-environment.ts'
import { Problem } from '../problem.ts'
import { type Command, type Outcome, readOptions, requireOption } from './command.ts'
import { withDatabase } from './installation.ts'
import { tableText } from './table-text.ts'

export const merchantCommand: Command = {
  usage: 'show NAME | resume-mails NAME | export NAME --to FILE | erase NAME --address ADDRESS',
  does: 'shows, exports or deletes an account, or lets it mail orders again after reports; NAME is its number, its address or its shop domain',
  run: async (args, config) => {
    const options = { to: { type: 'string' }, address: { type: 'string' } } as const
    const { values, positionals } = readOptions(args, options, true)
    const [verb = '', name = '', ...rest] = positionals
    if (!(verb in verbs) || name === '' || rest.length > 0) {
      throw new Problem(`Say \`merchant ${merchantCommand.usage.replaceAll(' | ', '`, `merchant ')}\`.`)
    }
    return verbs[verb as keyof typeof verbs](config, { ...values, name })
  },
}

interface Named {
  name: string
  to?: string | undefined
  address?: string | undefined
}

const verbs = { show, 'resume-mails': resumeMails, export: exportAll, erase }

async function show(config: LaunchConfig, { name }: Named): Promise<Outcome> {
  const merchant = await withDatabase(config, ({ appUrl }) => showMerchant(appUrl, name))
  const rows = Object.entries(merchant).map(([key, value]) => [
    key,
    value instanceof Date ? value.toISOString() : String(value ?? '-'),
  ])
  return { text: tableText(['merchant', name], rows), json: merchant }
}

async function resumeMails(config: LaunchConfig, { name }: Named): Promise<Outcome> {
  const resumed = await withDatabase(config, ({ appUrl }) => resumeOrderMails(appUrl, name))
  const text = resumed.wasPaused
    ? `Merchant ${resumed.merchantId} sends orders by mail again. Who stopped them still gets none.`
    : `The orders of merchant ${resumed.merchantId} were not paused. Reports so far count no more.`
  return { text, json: resumed }
}

async function exportAll(config: LaunchConfig, { name, to }: Named): Promise<Outcome> {
  const file = path.resolve(requireOption(to, 'Name the ZIP file to write with --to.'))
  const { merchantId } = await withDatabase(config, ({ appUrl }) =>
    saveExport({ databaseUrl: appUrl, name, file }),
  )
  return {
    text: `All data of merchant ${merchantId}, without secrets, is in ${file}.`,
    json: { merchantId, file },
  }
}

async function erase(config: LaunchConfig, { name, address }: Named): Promise<Outcome> {
  const confirmed = requireOption(
    address,
    'Repeat the address of the account with --address: it is deleted for good.',
  )
  const { merchantId } = await withDatabase(config, ({ appUrl }) => {
    const env = serviceEnvironments(config).server(appUrl)
    return eraseMerchant({ env, name, address: confirmed })
  })
  const text =
    `Account ${merchantId} is deleted: nobody can use it. The worker removes its rows, now or when it next runs. ` +
    'Backups hold them until they are overwritten.'
  return { text, json: { merchantId, erased: true } }
}
