/**
 * The server sends a heartbeat every 15 s; a stream without one for this long is dead although it is still
 * open.
 */
const SILENCE_MS = 50_000

export interface SilenceWatch {
  /** Aborts after too long a silence, or with the outer signal. */
  signal: AbortSignal
  heard: () => void
  stop: () => void
}

export function watchSilence(outer: AbortSignal): SilenceWatch {
  const silence = new AbortController()
  const start = () => setTimeout(() => silence.abort(), SILENCE_MS)
  let timer = start()
  return {
    signal: AbortSignal.any([outer, silence.signal]),
    heard: () => {
      clearTimeout(timer)
      timer = start()
    },
    stop: () => clearTimeout(timer),
  }
}
