import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** The minified file is less than half as long as `axe.source`, and each page has to compile it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
}
/** An open menu is outside of the page's landmarks, which the criteria of WCAG allow. */
const optionsWithMenu: RunOptions = { ...options, rules: { region: { enabled: false } } }
/** The rules whose result depends on the colour scheme, including the name of the button that changes it. */
const colourOptions: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'button-name'] },
  resultTypes: ['violations'],
}

const runWith = (chosen: string) => `axe
  .run(${chosen})
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`
const RUN_ALL = runWith(
  `document.querySelector('[role=menu]') ? ${JSON.stringify(optionsWithMenu)} : ${JSON.stringify(options)}`,
)
const RUN_COLOURS = runWith(JSON.stringify(colourOptions))

/** Checks a page against WCAG 2.2 A and AA with axe, and for horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page, RUN_ALL)).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
}

/** Checks what another colour scheme may change on a page that `expectAccessible` has checked. */
export async function expectAccessibleColours(page: Page): Promise<void> {
  expect(await violationsOn(page, RUN_COLOURS)).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
}

/** Returns by how many pixels the page is wider than the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}

/** Waits for colour transitions, and for charts to measure their container in the next frames. */
const AT_REST = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < 1000)
    .map(({ finished }) => finished)))`

async function violationsOn(page: Page, run: string): Promise<string[]> {
  await page.evaluate(AT_REST)
  // More than half a megabyte, so it is added only once per loaded page.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  return page.evaluate<string[]>(run)
}
