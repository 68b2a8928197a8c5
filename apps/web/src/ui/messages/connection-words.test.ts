import { describe, expect, it } from 'vitest'
import { aSession, withoutStore } from '../../testing/fixtures.ts'
import { stepBeforeSync } from './connection-words.ts'

describe('stepBeforeSync:', () => {
  it('nothing is missing while the store is connected', () => {
    expect(stepBeforeSync(aSession())).toBeNull()
  })

  it('T-05 sample data without a store has nothing to sync, and the next step is named', () => {
    const session = aSession({ merchant: { ...withoutStore, isDemo: true }, connection: null })
    expect(stepBeforeSync(session)).toEqual({
      reason: 'No store is connected.',
      action: 'Connect Store',
      search: {},
    })
  })

  it('a store that withdrew its access has a text of its own', () => {
    const session = aSession({ connection: { status: 'needs_reconnect', message: null } })
    expect(stepBeforeSync(session)?.action).toBe('Reconnect')
  })
})
