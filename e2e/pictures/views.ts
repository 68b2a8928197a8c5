import type { Screen } from '../steps/screens.ts'

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

/** States repeat the layout of their screen; the widest view is for the screens themselves. */
const isState = ({ failing, waiting, show, merchant }: Screen) =>
  failing !== undefined || waiting !== undefined || show !== undefined || merchant === 'longNames'

export const viewsOf = (screen: Screen) => (isState(screen) ? everyView : [...everyView, wide])
