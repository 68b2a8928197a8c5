import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from './repository/source-files.ts'

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const root = path.resolve(import.meta.dirname, '..')
const shipped = [...readSources(root)]
  .filter(([file]) => /^(apps\/(web|server)|packages\/contract)\/src\//.test(file))
  .filter(([file]) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map(([file, text]) => [file, text.replace(COMMENT, '')] as const)

// Texts of the specification's error catalogue (§8) that appear on screens.
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
  'Failed to apply global settings to all products',
  'Failed to save product settings',
  'Product settings saved successfully',
  'Applied to All Products',
  'No products found. Connect your Shopify store to get started.',
  'Alert Resolved',
  'Global settings saved successfully',
  'Failed to save product settings',
  'Product settings saved successfully',
  'Failed to apply global settings to all products',
  'Applied to All Products',
  'No active alerts. All inventory levels look good!',
  'No alerts found',
  'Great! No active alerts at the moment.',
  'Alerts will appear here when inventory levels are low',
  'Loading alerts...',
  'Unknown Product',
  'No products found. Connect your Shopify store to get started.',
  'Oops! Page not found',
  'Return to Home',
  'Not authenticated',
  'No data returned from Stripe function',
  'No checkout URL returned',
  'Failed to start payment setup. Please try again.',
  'Setup failed',
  'Failed to activate subscription. Please contact support.',
  'Missing session ID',
  'No session ID found',
  'Pop-up blocked',
  'Payment setup was cancelled. You need to add a payment method to continue.',
  'Failed to extend trial. Please try again.',
  'Failed to cancel subscription. Please try again.',
  'Already Extended',
  'Trial Extended!',
  'Invalid Slack Webhook',
  'Failed to save notification settings',
  'Notification settings saved successfully',
]

const LITERAL = /(['"`])([A-Z][^'"`\n]*\s[^'"`\n]*\s[^'"`\n]*[.!?])\1/g

/** Returns the sentences that stand in more than one of the files. */
function repeatedSentences(files: readonly (readonly [file: string, text: string])[]): string[] {
  const places = new Map<string, Set<string>>()
  for (const [file, text] of files) {
    for (const [, , sentence = ''] of text.matchAll(LITERAL)) {
      places.set(sentence, (places.get(sentence) ?? new Set()).add(file))
    }
  }
  return [...places].filter(([, found]) => found.size > 1).map(([sentence]) => sentence)
}

describe('sentences for people', () => {
  it.each(['apps/server/', 'apps/web/'])('stand in one file of %s each', (app) => {
    expect(repeatedSentences(shipped.filter(([file]) => file.startsWith(app)))).toEqual([])
  })

  it('are found when two files say the same', () => {
    const text = "throw new AppError('conflict', 'This one is gone.')"
    expect(
      repeatedSentences([
        ['a.ts', text],
        ['b.ts', text],
      ]),
    ).toEqual(['This one is gone.'])
  })
})

describe('texts and numbers of the specification', () => {
  it.each(messages)('"%s" is written in one place of the web app', (message) => {
    const places = shipped.filter(([file, text]) => file.startsWith('apps/web/') && text.includes(message))
    expect(places.map(([file]) => file)).toHaveLength(1)
  })

  it.each([
    ['NO_SALES_DAYS', '999'],
    ['MOBILE_BREAKPOINT_PX', '768'],
  ])('X-06 %s is written only once, as %s', (_, number) => {
    const places = shipped.filter(([, text]) => new RegExp(`\\b${number}\\b`).test(text))
    expect(places.map(([file]) => file)).toEqual(['packages/contract/src/constants.ts'])
  })
})
