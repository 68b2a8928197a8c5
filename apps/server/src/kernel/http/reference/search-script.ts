/**
 * Runs on the page of the reference: hides calls that do not contain the words typed, and opens the call that
 * the address names.
 */
export const searchScript = `
const field = document.querySelector('#search')
const found = document.querySelector('#found')
const operations = [...document.querySelectorAll('details.operation')]
const texts = operations.map((each) => each.textContent.toLowerCase())

function search() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  operations.forEach((each, at) => { each.hidden = !words.every((word) => texts[at].includes(word)) })
  for (const group of document.querySelectorAll('section.group')) {
    group.hidden = [...group.querySelectorAll('details.operation')].every((each) => each.hidden)
  }
  const left = operations.filter((each) => !each.hidden).length
  found.textContent = words.length === 0 ? '' : left + (left === 1 ? ' call found' : ' calls found')
}

function openNamed() {
  const named = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
  if (!(named instanceof HTMLDetailsElement)) return
  field.value = ''
  search()
  named.open = true
  named.scrollIntoView()
}

field.addEventListener('input', search)
addEventListener('hashchange', openNamed)
const form = document.querySelector('#search-form')
form.addEventListener('submit', (event) => event.preventDefault())
form.hidden = false
openNamed()
`
