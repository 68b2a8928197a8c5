import { type RefObject, useEffect, useRef, useState } from 'react'

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type DetectorClass = new () => Detector

/** Returns the browser's reader of barcodes; null if it has none, as in Firefox and Safari. */
function detectorClass(): DetectorClass | null {
  const found = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  return found !== undefined && navigator.mediaDevices !== undefined ? found : null
}

export const canUseCamera = () => detectorClass() !== null

const LOOK_EVERY_MS = 150
/** The same code in view counts again only after it was out of sight for this long. */
const SAME_AGAIN_MS = 1500

export type CameraFault = 'refused' | 'missing' | 'failed'

/** Reads barcodes from the camera while `isOn`. Returns why the camera cannot be used. */
export function useCameraCodes(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => void,
): CameraFault | null {
  const [fault, setFault] = useState<CameraFault | null>(null)
  const handler = useRef(onCode)
  useEffect(() => {
    handler.current = onCode
  })
  useEffect(() => {
    const Detector = detectorClass()
    const element = video.current
    if (!isOn || Detector === null || element === null) return
    let isStopped = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = { code: '', atMs: 0 }
    setFault(null)
    const look = async (detector: Detector) => {
      const codes = await detector.detect(element).catch(() => [])
      if (isStopped) return
      const code = codes[0]?.rawValue
      const now = performance.now()
      if (code !== undefined) {
        if (code !== last.code || now - last.atMs > SAME_AGAIN_MS) handler.current(code)
        last = { code, atMs: now }
      }
      timer = setTimeout(() => void look(detector), LOOK_EVERY_MS)
    }
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (isStopped) return stop()
        element.srcObject = stream
        await element.play()
        void look(new Detector())
      } catch (error) {
        stop()
        if (!isStopped) setFault(getFault(error))
      }
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void start()
    return () => {
      isStopped = true
      clearTimeout(timer)
      stop()
    }
  }, [video, isOn])
  return fault
}

/** Names the reason by the names that the standard gives to errors of cameras. */
function getFault(error: unknown): CameraFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed'
}
