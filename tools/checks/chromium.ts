import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { Problem } from '../problem.ts'

/** Chromium without windows first: it needs a seventh less processor time for the same tests. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Returns a Chromium-based browser that starts on this machine. CHROMIUM_PATH, if set, is the only candidate.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const places = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : [...PLACES, chromium.executablePath()]
  return places.find((place) => existsSync(place) && canStart(place))
}

// Ubuntu's chromium-browser may be a script that refers to a snap that is not installed.
function canStart(browser: string): boolean {
  if (process.platform === 'win32') return true
  return spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/**
 * Returns a browser. For root on Debian and Ubuntu, it installs one from the system's packages if necessary.
 */
export function requireChromium(say: (sentence: string) => void): string {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium with apt-get …')
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['update'], options)
    // Ubuntu does not have the first.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
      const installed = findChromium()
      if (installed) return installed
    }
  }
  throw new Problem(
    'The browser tests need Chromium: run "sudo apt-get install chromium", or ' +
      '"npx playwright install --with-deps chromium", or set CHROMIUM_PATH, and then npm test again.',
  )
}
