import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../tools/checks/chromium.ts'
import { buildWeb, webFolder } from '../../tools/launch/web-build.ts'
import type { Merchant } from './merchant.ts'
import { ROOT } from './services.ts'

/** Returns the folder of the web app, which is rebuilt if its sources changed. */
export async function builtWebRoot(): Promise<string> {
  const logs = mkdtempSync(path.join(os.tmpdir(), 'stockcast-web-'))
  await buildWeb({
    root: ROOT,
    logFile: path.join(logs, 'web.log'),
    onBuild: () => console.log('building the web app'),
  })
  rmSync(logs, { recursive: true })
  return webFolder(ROOT)
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium found: set CHROMIUM_PATH')
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args })
}

/** Returns a browser context in which this merchant is signed in. */
export async function signedInContext(
  browser: Browser,
  merchant: Merchant,
  url: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  const cookies = merchant.cookie.split('; ').map((each) => {
    const at = each.indexOf('=')
    return { name: each.slice(0, at), value: each.slice(at + 1), url }
  })
  await context.addCookies(cookies)
  return context
}
