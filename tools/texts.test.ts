import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from './repository/source-files.ts'

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const root = path.resolve(import.meta.dirname, '..')
const shipped = [...readSources(root)]
  .filter(([file]) => /^(apps\/(web|server)|packages\/contract)\/src\//.test(file))
  .filter(([file]) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map(([file, text]) => [file, text.replace(COMMENT, '')] as const)

// Error catalogue of the specification (§8), what of it is on screens.
const messages = [
  'Account exists',
  'This email is already registered. Please sign in instead.',
  'Signup failed',
  'Sign in failed',
  'An unexpected error occurred. Please try again.',
  'Incorrect domain',
  'Invalid store',
  'Connection failed',
  'Failed to connect to Shopify. Please try again.',
  'Invalid domain',
  'Missing required parameters',
  'Failed to load products',
  'Sync Failed',
  'Failed to load demo data',
  'Forecast Failed',
  'Some forecasts could not be updated',
  'Failed to load alerts',
  'Failed to resolve alert',
  'Failed to load settings',
  'Failed to save settings',
  'Alert Resolved',
  'Global settings saved successfully',
  'Oops! Page not found',
  'Return to Home',
]

describe('texts and numbers of the specification', () => {
  it.each(messages)('"%s" is written in one place of the web app', (message) => {
    const places = shipped.filter(([file, text]) => file.startsWith('apps/web/') && text.includes(message))
    expect(places.map(([file]) => file)).toHaveLength(1)
  })

  it.each([
    ['NO_SALES_DAYS', '999'],
    ['MOBILE_BREAKPOINT_PX', '768'],
  ])('X-06 %s is the only place that says %s', (_, number) => {
    const places = shipped.filter(([, text]) => new RegExp(`\\b${number}\\b`).test(text))
    expect(places.map(([file]) => file)).toEqual(['packages/contract/src/constants.ts'])
  })
})
