import type { Sources } from './source-files.ts'

const MODULES = 'apps/server/src/modules/'
const LIST = 'apps/server/src/modules.ts'
const TASK_FILE = /\/([a-z-]+)\.task\.ts$/
const DEFINED = /\bdefineTask\(\{\s*name: (?:'([^']+)'|name\b)/g
const HANDLED =
  /\b(?:task|handleTask)\(\s*(\w+)Tasks?\b(?:\[\w+\])?,\s*(?:async )?(?:\([^)]*\) =>\s*(?:\{\s*(?:await )?)?)?(\w+)/g

/**
 * Returns one sentence for every task whose file, definition, stored name and handler are not one word, and for
 * every task that no worker runs or that two places run.
 */
export function taskViolations(sources: Sources): string[] {
  const files = [...sources].filter(([file]) => file.startsWith(MODULES) && !/\.test\.ts$/.test(file))
  const handled = [...sources]
    .filter(([file]) => !/\.test\.ts$/.test(file) && file.startsWith('apps/server/src/modules'))
    .flatMap(([, text]) => [...text.matchAll(HANDLED)].map(([, task = '', run = '']) => ({ task, run })))
  const words = files.flatMap(([file]) => TASK_FILE.exec(file)?.[1] ?? [])
  return [
    ...files.flatMap(([file, text]) => fileViolations(file, text)),
    ...handled.filter(({ task, run }) => task !== run).map(({ task, run }) => `${task}Task runs ${run}`),
    ...words
      .filter((word) => handled.filter(({ task }) => task === camelCase(word)).length !== 1)
      .map((word) => `${word} is not run by exactly one line of the modules`),
  ]
}

function fileViolations(file: string, text: string): string[] {
  const word = TASK_FILE.exec(file)?.[1]
  const names = [...text.matchAll(DEFINED)].flatMap(([, name]) => name ?? [])
  if (word === undefined)
    return names.map((name) => `${file} defines ${name}, which belongs into ${name}.task.ts`)
  const camel = camelCase(word)
  const exported = [
    new RegExp(String.raw`^export (?:const ${camel}Task\b|\{ ${camel}Tasks? \} from)`, 'm'),
    new RegExp(String.raw`^export async function ${camel}\(`, 'm'),
  ]
  return [
    ...names.filter((name) => name !== word).map((name) => `${file} defines ${name}`),
    ...(exported.every((pattern) => pattern.test(text))
      ? []
      : [`${file} must export the definition ${camel}Task and the handler ${camel}`]),
  ]
}

/** Files that may read the directory without naming a merchant, each with the reason. */
const LOOPS: Readonly<Record<string, string>> = {
  'apps/server/src/modules/billing/due-queries.ts': 'takes those that are due, by the column billing_due_at',
}

/**
 * Returns one sentence for every list of merchants in a module: a schedule over them needs due times instead.
 * Recognises functions named `list…Merchant…` that read the directory, and statements on it without a condition.
 */
export function merchantLoopViolations(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const isSource = file.startsWith(MODULES) && !/\.test\.ts$/.test(file)
    if (!isSource || file in LOOPS) return []
    return [...text.matchAll(DIRECTORY_READ)]
      .filter(([read]) => !ONE_MERCHANT.test(read))
      .map(() => `${file} reads every merchant; use due times (apps/server/src/due)`)
  })
}

/** A statement that begins at the directory, up to where it is run. */
const DIRECTORY_READ =
  /(?:selectFrom\('merchant_directory'\)|from merchant_directory\b)[\s\S]*?(?:\.execute|`)/g
const ONE_MERCHANT =
  /(?:where\('|\b)(?:\w+\.)?(?:merchant_id|user_id|email|shop_domain|stripe_customer_id)(?:', '(?:=|in)'|\s*=)/

/** Returns one sentence for every module that the list of modules leaves out or names twice, and for other names. */
export function moduleListViolations(sources: Sources): string[] {
  const list = /const modules: [^=]+= \{\n([\s\S]*?)\n {2}\}\n/.exec(sources.get(LIST) ?? '')?.[1] ?? ''
  const listed = [...list.matchAll(/^ {4}(\w+): \{/gm)].map(([, name = '']) => name)
  const working = new Set(
    [...sources.keys()].flatMap(
      (file) =>
        /^apps\/server\/src\/modules\/([^/]+)\/(?:.*\/)?(?:[a-z-]*routes|[a-z-]+\.task)\.ts$/.exec(
          file,
        )?.[1] ?? [],
    ),
  )
  return [
    ...[...working]
      .filter((name) => !listed.includes(camelCase(name)))
      .map((name) => `${LIST} leaves out ${name}`),
    ...listed
      .filter((name) => ![...working].map(camelCase).includes(name))
      .map((name) => `${LIST} names ${name}, which does no work`),
    ...listed.filter((name, at) => listed.indexOf(name) !== at).map((name) => `${LIST} names ${name} twice`),
  ]
}

function camelCase(word: string): string {
  return word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
