import type { Screen } from '../steps/screens.ts'

/** A screen, which may have a separate layout on one kind of device. */
export interface PicturedScreen extends Screen {
  only?: 'desktop' | 'phone'
}

type Scheme = 'light' | 'dark'

export interface View {
  name: string
  scheme: Scheme
  viewport: { width: number; height: number }
}

export const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** Views in the order in which they are taken. Each one changes one setting of the open page. */
const everyView: readonly View[] = [
  { name: 'desktop-light', scheme: 'light', viewport: desktop },
  { name: 'desktop-dark', scheme: 'dark', viewport: desktop },
  { name: 'phone-dark', scheme: 'dark', viewport: phone },
  { name: 'phone-light', scheme: 'light', viewport: phone },
]
const wide: View = { name: 'wide-light', scheme: 'light', viewport: { width: 1920, height: 1080 } }

export const viewNames = [...everyView, wide].map(({ name }) => name)

/** Returns whether a screen shows a state that opening its address alone does not. */
export function isState({ name: _, path: __, merchant: ___, ...state }: Screen): boolean {
  return Object.keys(state).length > 0
}

/** Returns the views of a screen. States repeat the layout of their screen, so they have no widest view. */
export function getViews(screen: PicturedScreen): readonly View[] {
  const views = isState(screen) || screen.merchant === 'longNames' ? everyView : [...everyView, wide]
  return views.filter(({ name }) => name.startsWith(screen.only ?? ''))
}
