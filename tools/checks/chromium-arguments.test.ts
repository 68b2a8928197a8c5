import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { CHROMIUM_ARGUMENTS } from './chromium-arguments.ts'

const playwright = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))

it('the browser tests switch off every feature of Chromium that Playwright switches off', () => {
  const bundle = readFileSync(path.join(playwright, 'lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /\bdisabledFeatures = \[(.*?)\n {4}\]/s.exec(bundle) ?? []
  const theirs = [...list.matchAll(/^ +"(\w+)",?$/gm)].map(([, name]) => name!)
  expect(theirs.length).toBeGreaterThan(10)
  const prefix = '--disable-features='
  const ours = CHROMIUM_ARGUMENTS.find((argument) => argument.startsWith(prefix))!
  expect(ours.slice(prefix.length).split(',')).toEqual(expect.arrayContaining(theirs))
})
