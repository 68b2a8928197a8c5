const REDRAW_MS = 500
const LINE_MS = 10_000

/** Shows `line(seconds)` until `end`: redrawn in a terminal, a new line now and then elsewhere. */
export function showProgress(line) {
  const from = performance.now()
  const seconds = () => Math.round((performance.now() - from) / 1000)
  const isTerminal = process.stdout.isTTY === true
  const draw = () =>
    process.stdout.write(isTerminal ? `\r\u001b[K${line(seconds())}` : `${line(seconds())}\n`)
  draw()
  const timer = setInterval(draw, isTerminal ? REDRAW_MS : LINE_MS)
  return {
    end() {
      clearInterval(timer)
      draw()
      if (isTerminal) process.stdout.write('\n')
    },
  }
}
