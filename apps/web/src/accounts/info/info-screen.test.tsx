import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp, visitApp } from '../../testing/render-app.tsx'
import { aDashboard } from '../../testing/stock-fixtures.ts'
import { infoTexts } from './info-texts.ts'

const paths = Object.keys(infoTexts)
const linkedPaths = async () =>
  within(await screen.findByRole('navigation', { name: 'About Stockcast' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('Help, contact, terms and privacy:', () => {
  it.each(Object.entries(infoTexts))(
    '%s is shown without a session, with links to the others',
    async (path, text) => {
      localStorage.clear()
      visitApp(path)
      expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy()
      for (const { heading } of text.sections)
        expect(screen.getByRole('heading', { name: heading })).toBeTruthy()
      expect(await linkedPaths()).toEqual(paths)
    },
  )

  it.each(['/', '/auth'])('are linked from %s', async (path) => {
    localStorage.clear()
    visitApp(path)
    expect(await linkedPaths()).toEqual(paths)
  })

  it('are linked from every screen of a signed-in merchant', async () => {
    openApp('/dashboard', {
      'GET /api/dashboard': aDashboard(),
    })
    expect(await linkedPaths()).toEqual(paths)
  })
})
