import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildWeb, webFolder } from '../launch/web-build.ts'
import { requireChromium } from './chromium.ts'
import {
  type Counts,
  type PlaywrightReport,
  playwrightCounts,
  sum,
  type VitestReport,
  vitestCounts,
} from './counts.ts'
import { FIRST_LOAD_LIMIT_KB, firstLoadKb } from './first-load.ts'
import {
  type PlaywrightTimes,
  playwrightTimes,
  type Timed,
  type VitestTimes,
  vitestTimes,
} from './slowest.ts'

const root = path.resolve(import.meta.dirname, '../..')

interface Finished {
  isOk: boolean
  output: string
}

/** Runs a JavaScript program of node_modules with the current Node and returns its output. */
function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isOk: false, output: error.message }))
    child.once('close', (code) => resolve({ isOk: code === 0, output }))
  })
}

export interface StepResult extends Counts {
  /** The output to print if something failed. */
  output: string
  /** How long its test files or browser tests took. */
  times?: readonly Timed[]
}

export interface Step {
  name: string
  title: string
  run: (say: Say) => Promise<StepResult>
}

type Say = (sentence: string) => void

const reports = path.join(root, 'test-results')
const journeys: BrowserRun = { config: 'e2e/playwright.config.ts', report: 'e2e' }
const clockRun: BrowserRun = { config: 'e2e/clock.playwright.config.ts', report: 'e2e-clock' }
/** True if other work may run on the same machine, as in continuous integration. */
const isShared = Boolean(process.env.CI)

/**
 * The stages run one after the other, and the steps of a stage beside each other: those that wait much beside
 * those that compute much. The web build comes before both browser runs, which otherwise would each build.
 */
export const stages: readonly (readonly Step[])[] = [
  [
    { name: 'lint', title: 'Format and lint', run: () => check('@biomejs/biome/bin/biome', ['check', '.']) },
    { name: 'types', title: 'Types', run: checkTypes },
    { name: 'imports', title: 'Imports', run: checkImports },
    { name: 'knip', title: 'Unused code', run: () => check('knip/bin/knip.js', []) },
    { name: 'build', title: 'Web build', run: checkBuild },
  ],
  [{ name: 'unit', title: 'Unit and web tests', run: () => vitest('unit', ['unit', 'web']) }],
  [
    { name: 'db', title: 'Database tests', run: () => vitest('db', ['db']) },
    { name: 'clock', title: 'Browser tests that move the clock', run: playwright(clockRun) },
  ],
  [{ name: 'e2e', title: 'Browser tests', run: playwright(journeys) }],
]

async function check(program: string, args: readonly string[]): Promise<StepResult> {
  const { isOk, output } = await runProgram(program, args)
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, output }
}

function checkImports(): Promise<StepResult> {
  return check('dependency-cruiser/bin/dependency-cruiser.mjs', ['apps', 'packages', 'tools'])
}

async function checkTypes(): Promise<StepResult> {
  const projects = ['.', 'apps/web', 'packages/calendar', 'packages/forecasting']
  const results = await Promise.all(projects.map((project) => check('typescript/bin/tsc', ['-p', project])))
  return { ...sum(results), output: results.map((result) => result.output).join('') }
}

async function checkBuild(say: Say): Promise<StepResult> {
  mkdirSync(reports, { recursive: true })
  const logFile = path.join(reports, 'web-build.log')
  rmSync(logFile, { force: true })
  try {
    await buildWeb({ root, logFile, onBuild: () => undefined })
    return checkFirstLoad(firstLoadKb(webFolder(root)), say)
  } catch (error) {
    const log = existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''
    return { passed: 0, failed: 1, output: `${log}\n${(error as Error).message}` }
  }
}

/** Checks the size of the first load, separately from the build itself. */
function checkFirstLoad(kb: number, say: Say): StepResult {
  const sentence = `The dashboard's first load is ${kb.toFixed(1)} kB of compressed script; at most ${FIRST_LOAD_LIMIT_KB} kB.`
  say(sentence)
  return kb <= FIRST_LOAD_LIMIT_KB
    ? { passed: 2, failed: 0, output: '' }
    : { passed: 1, failed: 1, output: sentence }
}

async function vitest(name: string, projects: readonly string[]): Promise<StepResult> {
  const file = freshReport(name)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  const { isOk, output } = await runProgram('vitest/vitest.mjs', ['run', ...chosen, ...reporters])
  const read = (report: VitestReport & VitestTimes) => vitestCounts(report)
  return counted({ isOk, output, file, read, times: (report) => vitestTimes(report, root) })
}

interface BrowserRun {
  config: string
  report: string
}

function playwright(run: BrowserRun): Step['run'] {
  return async (say) => {
    try {
      requireChromium(say)
    } catch (error) {
      return { passed: 0, failed: 1, output: (error as Error).message }
    }
    return playwrightRun(run, say)
  }
}

async function playwrightRun({ config, report }: BrowserRun, say: Say): Promise<StepResult> {
  const file = freshReport(report)
  const args = ['test', '-c', config, '--reporter=list,json']
  const { isOk, output } = await runProgram('@playwright/test/cli.js', args, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const read = (found: PlaywrightReport & PlaywrightTimes) => {
    const { flaky } = found.stats
    if (flaky > 0) say(`${flaky} of the journeys in ${config} needed a second try.`)
    return playwrightCounts(found, isShared)
  }
  return counted({ isOk, output, file, read, times: playwrightTimes })
}

function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true })
  const file = path.join(reports, `${name}.json`)
  rmSync(file, { force: true })
  return file
}

/** Reads a runner's report. A runner that failed without naming a failed test counts as one failure. */
function counted<Report>(args: {
  isOk: boolean
  output: string
  file: string
  read: (report: Report) => Counts
  times: (report: Report) => Timed[]
}): StepResult {
  const { isOk, output, file, read, times } = args
  if (!existsSync(file)) return { passed: 0, failed: 1, output }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const counts = read(report)
  const failed = counts.failed === 0 && !isOk ? 1 : counts.failed
  return { ...counts, failed, output, times: times(report) }
}
