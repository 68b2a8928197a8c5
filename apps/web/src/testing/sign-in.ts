import { TOKEN_STORAGE_KEY } from '../api/access-token.ts'

const HOUR_MS = 3_600_000

export function signInForTest(): void {
  localStorage.setItem(TOKEN_STORAGE_KEY, JSON.stringify({ token: 'token', expiresAt: Date.now() + HOUR_MS }))
}
