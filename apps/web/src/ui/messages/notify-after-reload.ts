import { z } from 'zod'
import type { Message } from './error-messages.ts'
import { notifySuccess } from './notify.tsx'

const STORAGE_KEY = 'stockcast.message'
const storedSchema = z.object({ title: z.string(), message: z.string() })

/**
 * Keeps a success message for the next load of the page. Where the browser stores nothing, it is shown at
 * once.
 */
export function keepForReload(success: Message): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(success))
  } catch {
    notifySuccess(success)
  }
}

/** Shows the kept message after the page was reloaded, once. */
export function showKept(): void {
  const kept = storedSchema.safeParse(takeStored())
  if (kept.success) notifySuccess(kept.data)
}

function takeStored(): unknown {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    sessionStorage.removeItem(STORAGE_KEY)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
