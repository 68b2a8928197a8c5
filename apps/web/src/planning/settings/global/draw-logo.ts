import { MAX_LOGO_BYTES } from '@stockcast/contract'

const MAX = { width: 600, height: 240 }
const SMALLER = 0.8

/** Returns a chosen picture as a PNG in base64, drawn on white and as small as it may be. Rejects a file that is no picture. */
export async function drawLogo(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const fits = Math.min(1, MAX.width / picture.width, MAX.height / picture.height)
  for (let scale = fits; ; scale *= SMALLER) {
    const png = drawn(picture, scale)
    if ((png.length * 3) / 4 <= MAX_LOGO_BYTES) return png
  }
}

function drawn(picture: ImageBitmap, scale: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')!
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').split(',')[1]!
}
