import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { screens } from '../steps/screens.ts'
import { moreScreens } from './more-screens.ts'
import { getFile, pictures } from './places.ts'
import { viewNames } from './views.ts'

/** Writes a page that shows all pictures, with a row per screen and a column per view. */
export default function writeIndex(): void {
  const rows = [...screens, ...moreScreens].map(({ name }) => {
    const cells = viewNames
      .filter((view) => existsSync(getFile(view, name)))
      .map((view) => {
        const file = `${view}/${name}.png`
        return `<a href="${file}"><figure><img loading="lazy" src="${file}" alt="${name}, ${view}"><figcaption>${view}</figcaption></figure></a>`
      })
    return `<h2 id="${name}">${name}</h2><div>${cells.join('')}</div>`
  })
  const style =
    'body{font:14px system-ui;margin:24px;color-scheme:light dark}div{display:flex;gap:16px;align-items:start;overflow-x:auto}figure{margin:0}img{height:420px;border:1px solid #8888}'
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style><h1>Screens</h1>${rows.join('\n')}</html>\n`
  writeFileSync(path.join(pictures, 'index.html'), page)
  console.log(`\nThe pictures are in ${path.join(pictures, 'index.html')}`)
}
