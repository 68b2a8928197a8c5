// Sets the colour scheme before the first paint. A file of its own, because the page's policy allows no inline script.
;(() => {
  let chosen = null
  try {
    chosen = window.localStorage.getItem('mantine-color-scheme-value')
  } catch {
    chosen = null
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
