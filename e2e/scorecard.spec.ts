import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { downloadBy } from './steps/files.ts'
import { createWithStore, newStoreName } from './steps/merchant.ts'

const command = path.resolve(import.meta.dirname, '../apps/cli/src/scorecard.ts')

/** Returns the scorecard's figures as shown on screen. */
async function figuresOn(page: Page): Promise<string[]> {
  const figures = page.getByLabel('The last 90 days').getByRole('definition')
  const [warned, , missed, , ahead, , falseAlarms, judged] = await figures.allInnerTexts()
  return [warned, missed, ahead?.replace('–', '-'), falseAlarms, judged].map(
    (text) => /\d+|-/.exec((text ?? '').replaceAll(',', ''))?.[0] ?? '',
  )
}

/** Returns the same figures for each position of the slider, recomputed from the export. */
async function getFigures(file: string): Promise<string[][]> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--file', file])
  const rows = stdout.split('\n').filter((line) => /^0\.\d\d /.test(line))
  return rows.map((row) => {
    const [, alerts, warned, missed, , falseAlarms, undecided, ahead] = row.split(/\s+/)
    return [warned, missed, ahead, falseAlarms, Number(alerts) - Number(undecided)].map(String)
  })
}

test('W-03 the slider redraws the scorecard, and its export reproduces every figure', async ({ page }) => {
  // The forecast and simulation of a whole store run first, on a busy machine.
  test.slow()
  await createWithStore(page.request, newStoreName('plain'))
  await page.goto('/alerts/scorecard')
  const slider = page.getByRole('slider', { name: 'From quiet to cautious' })
  await expect(slider).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('Your alerts use this setting.')).toBeVisible()

  await slider.press('Home')
  const shown = [await figuresOn(page)]
  const last = Number(await slider.getAttribute('aria-valuemax'))
  for (let position = 1; position <= last; position++) {
    await slider.press('ArrowRight')
    await expect(slider).toHaveAttribute('aria-valuenow', String(position))
    shown.push(await figuresOn(page))
  }
  expect(shown[0]).not.toEqual(shown[last])

  const download = await downloadBy(page, page.getByRole('button', { name: 'Export JSON' }))
  expect(await getFigures(await download.path())).toEqual(shown)
})
