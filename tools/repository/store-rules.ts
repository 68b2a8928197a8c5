import { isTestFile } from './import-rules.ts'
import type { Sources } from './source-files.ts'

/** Files that name the kind of store: its connector, the configuration, what it means, and the file that joins the parts. */
const NAMING =
  /^apps\/server\/src\/(connectors\/shopify\/|config\.ts$|config\/|operator\/variables\.ts$|main\.ts$)/

const MODULES = 'apps/server/src/modules'
const FUNCTION = 'the wire has this name'
const LAYOUT = 'the wire and the table imports have this name for a layout of exported files'

const SOURCE = 'the wire and the table purchase_orders have this name for where an order is from'

/** The names that other files keep, each with the reason. */
const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'apps/server/src/database/tables.ts': { "'own' | 'shopify' | 'import'": SOURCE },
  [`${MODULES}/shops/routes.ts`]: { 'shopify-oauth-init': FUNCTION, 'shopify-oauth-callback': FUNCTION },
  [`${MODULES}/sync/routes.ts`]: { 'shopify-sync-inventory': FUNCTION },
  [`${MODULES}/audit/record-audit.ts`]: { 'shopify-oauth-callback': FUNCTION },
  [`${MODULES}/accounts/auth/refuse-writes.ts`]: { 'shopify-oauth': FUNCTION },
  [`${MODULES}/accounts/account/account-mails.ts`]: { '/connect-shopify': 'the page has this address' },
  [`${MODULES}/merchants/get-session.ts`]: {
    'shopify: config.shopify.mode': 'the wire has this name for the mode of the store',
    'config.shopify.mode': 'the configuration has this name',
  },
  [`${MODULES}/imports/check/layouts.ts`]: {
    shopify_inventory: LAYOUT,
    shopify_products: LAYOUT,
    shopify_orders: LAYOUT,
  },
  [`${MODULES}/imports/check/check-file.ts`]: { shopify_orders: LAYOUT },
  [`${MODULES}/imports/check/item-rows.ts`]: { shopify_inventory: LAYOUT },
  [`${MODULES}/imports/check/sales-rows.ts`]: { shopify_orders: LAYOUT },
  [`${MODULES}/imports/check/cells.ts`]: { "'shopify'": 'exported files have this value in a column' },
}

/**
 * Returns one sentence for every file of the server that names the kind of store, in code or in a comment,
 * outside its connector.
 */
export function storeViolations(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => /^apps\/server\/src\/.*\.ts$/.test(file) && !NAMING.test(file) && !isTestFile(file))
    .filter(([file, text]) => /shopify/i.test(withoutKept(file, text)))
    .map(([file]) => `${file} names the kind of store: use the connector of the kernel`)
}

/** Returns one sentence for every kept name that its file no longer has. */
export function unusedStoreNames(sources: Sources): string[] {
  return Object.entries(kept).flatMap(([file, names]) =>
    Object.keys(names)
      .filter((name) => !sources.get(file)?.includes(name))
      .map((name) => `${file} does not have ${name}`),
  )
}

function withoutKept(file: string, text: string): string {
  const names = Object.keys(kept[file] ?? {}).sort((a, b) => b.length - a.length)
  return names.reduce((rest, name) => rest.replaceAll(name, ''), text)
}
