/** Runs in the browser: sends the console's buttons to its JSON API and shows what came of it. */
export const script = `
const note = (name, text, isRefused) => {
  const element = document.querySelector('[data-note="' + name + '"]')
  element.textContent = text
  element.classList.toggle('refused', isRefused === true)
}
const post = async (path, body) => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}
const APP_NOTES = {
  told: 'The app moved along.',
  unreachable: 'The app could not be reached; it reads the clock when it starts.',
  nobody: 'No app is configured to be told.',
}
for (const button of document.querySelectorAll('[data-advance]')) {
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      const clock = await post('/api/clock/advance', JSON.parse(button.dataset.advance))
      const time = document.querySelector('[data-clock]')
      time.dateTime = clock.now
      time.textContent = clock.now.slice(0, 16).replace('T', ' ') + ' UTC'
      note('clock', 'Moved on by ' + button.textContent.slice(1) + '. ' + APP_NOTES[clock.app])
      if (document.querySelector('[data-shop], [data-stripe]')) setTimeout(() => location.reload(), 1200)
    } catch (error) {
      note('clock', error.message, true)
    } finally {
      button.disabled = false
    }
  })
}
for (const form of document.querySelectorAll('form[data-stock]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const action = event.submitter?.value ?? 'sell'
    const quantity = Number(form.elements.quantity.value)
    const shop = document.querySelector('[data-shop]').dataset.shop
    try {
      const row = await post('/api/shops/' + shop + '/' + action, { variantId: form.dataset.variant, quantity })
      if (row.isTracked) {
        for (const cell of form.closest('tr').querySelectorAll('[data-cell]')) {
          cell.textContent = row[cell.dataset.cell]
        }
      }
      const done = action === 'sell' ? 'Sold ' : 'Received '
      const left = row.isTracked ? ' ' + row.available + ' available now.' : ''
      note('stock', done + quantity + ' of ' + form.dataset.title + '.' + left)
    } catch (error) {
      note('stock', error.message, true)
    }
  })
}
const fieldsOf = (form) => {
  const body = {}
  for (const { name, type, value } of form.elements) {
    if (name !== '' && value !== '') body[name] = type === 'number' ? Number(value) : value
  }
  return body
}
const send = async (element, body) => {
  try {
    await post(element.dataset.post, body)
    note(element.dataset.into, element.dataset.done)
    setTimeout(() => location.reload(), 900)
  } catch (error) {
    note(element.dataset.into, error.message, true)
  }
}
for (const form of document.querySelectorAll('form[data-post]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form, fieldsOf(form))
  })
}
for (const button of document.querySelectorAll('button[data-post]')) {
  button.addEventListener('click', () => send(button, JSON.parse(button.dataset.body)))
}
`
