// What must be known before the first paint. A file of its own, because the page's policy allows no inline script.
;(() => {
  const page = document.documentElement
  const stored = (key) => {
    try {
      return window.localStorage.getItem(key)
    } catch {
      return null
    }
  }

  const chosen = stored('mantine-color-scheme-value')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  if (!page.hasAttribute('data-prerendered')) return
  // Who has a session is likely on the way to the dashboard: the page stays unseen until the app has decided.
  if (stored('stockcast.session') !== null) page.setAttribute('data-undecided', '')

  // A button that is pressed before the app answers is pressed again as soon as it does.
  let pressed = null
  const remember = (event) => {
    pressed = event.target instanceof Element ? event.target.closest('button') : null
  }
  document.addEventListener('click', remember)
  window.addEventListener(
    'stockcast:answers',
    () => {
      document.removeEventListener('click', remember)
      pressed?.click()
    },
    { once: true },
  )
})()
