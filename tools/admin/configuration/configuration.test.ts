import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configurationFile, configurationPage } from './configuration-page.ts'

it('docs/configuration.md is what the schema of the environment makes; otherwise run npm run -s docs:configuration', () => {
  expect(readFileSync(configurationFile, 'utf8')).toBe(configurationPage())
})
