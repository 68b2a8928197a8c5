import { describe, expect, it } from 'vitest'
import { landingPage } from './landing-page.ts'

const shell = `<!doctype html>
<html lang="en">
  <head>
    <title>Stockcast</title>
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/start.js">
    <link rel="stylesheet" crossorigin href="/assets/start.css">
  </head>
  <body>
    <div id="root"></div>
    <noscript>Stockcast needs JavaScript.</noscript>
  </body>
</html>`

const page = new DOMParser().parseFromString(
  landingPage({
    shell,
    content: '<title>Know · Stockcast</title><h1 class="title">Costs $& nothing</h1><!--$--><!--/$-->',
    scripts: ['/assets/start.js', '/assets/landing.js'],
    styles: new Map([
      ['/assets/start.css', '.title{color:red}.gone{color:red}'],
      ['/assets/landing.css', '.title{color:blue}'],
    ]),
  }),
  'text/html',
)
const addresses = (selector: string) =>
  [...page.querySelectorAll(selector)].map((link) => link.getAttribute('href'))

describe('the landing page', () => {
  it('contains the rendered screen letter by letter, as the app will find it', () => {
    expect(page.querySelector('#root')?.innerHTML).toBe(
      '<h1 class="title">Costs $&amp; nothing</h1><!--$--><!--/$-->',
    )
    expect(page.documentElement.hasAttribute('data-prerendered')).toBe(true)
  })

  it('has the title of the screen once', () => {
    expect([...page.querySelectorAll('title')].map((title) => title.textContent)).toEqual([
      'Know · Stockcast',
    ])
  })

  it('waits for no style sheet: the styles for the first paint are inline, in order, and the full sheets do not block', () => {
    expect(page.querySelector('style')?.textContent).toBe('.title{color:red}\n.title{color:blue}')
    expect(addresses('link[rel="stylesheet"]')).toEqual(['/assets/start.css', '/assets/landing.css'])
    expect(addresses('link[rel="stylesheet"]:not([media="print"])')).toEqual([])
  })

  it('requests every script at once, and none twice', () => {
    expect(addresses('link[rel="modulepreload"]')).toEqual(['/assets/start.js', '/assets/landing.js'])
  })

  it('is readable without scripts, so it does not ask for them', () => {
    expect(page.querySelector('noscript')).toBeNull()
  })
})
