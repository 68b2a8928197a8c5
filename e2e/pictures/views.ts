import type { Screen } from '../steps/screens.ts'

/** A screen that may have a look of its own on one kind of device. */
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

/** In the order they are taken: each step changes one thing of a page that stays open. */
const everyView: readonly View[] = [
  { name: 'desktop-light', scheme: 'light', viewport: desktop },
  { name: 'desktop-dark', scheme: 'dark', viewport: desktop },
  { name: 'phone-dark', scheme: 'dark', viewport: phone },
  { name: 'phone-light', scheme: 'light', viewport: phone },
]
const wide: View = { name: 'wide-light', scheme: 'light', viewport: { width: 1920, height: 1080 } }

export const viewNames = [...everyView, wide].map(({ name }) => name)

/** Whether a screen shows more than what is there when its address is opened. */
export function isState({ name: _, path: __, merchant: ___, ...state }: Screen): boolean {
  return Object.keys(state).length > 0
}

/** States and names repeat the layout of their screen; the widest view is for the screens themselves. */
export function viewsOf(screen: PicturedScreen): readonly View[] {
  const views = isState(screen) || screen.merchant === 'longNames' ? everyView : [...everyView, wide]
  return views.filter(({ name }) => name.startsWith(screen.only ?? ''))
}
