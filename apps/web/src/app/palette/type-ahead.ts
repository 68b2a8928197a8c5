/** Keeps what is typed from now on, away from the page; the returned function ends that and returns the text, once. */
export function keepTyping(): () => string {
  let text = ''
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key.length === 1) text += key
    else if (key === 'Backspace') text = text.slice(0, -1)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, true)
  return () => {
    window.removeEventListener('keydown', onKey, true)
    const taken = text
    text = ''
    return taken
  }
}
