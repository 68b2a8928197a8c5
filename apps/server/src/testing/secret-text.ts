/** Patterns of credentials for a provider or an account, whatever the field is called. */
const secretValues = [
  /\bshp(at|ca|pa|rt|ss|tka)_\w{8,}/,
  /\b(sk|rk)_(test|live)_\w+/,
  /\bwhsec_\w+/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  /hooks\.slack\.com\/services\/\w+\/\w+\/\w+/,
  /\$(argon2\w*|2[aby]|scrypt)\$/,
  /-----BEGIN/,
]

/** Names of fields that would hold such a credential. */
const secretNames = /token|secret|password|passwd|credential|private_?key|api_?key|hmac|nonce|ciphertext/i

/** Returns the first text that looks like a secret, or null. */
export function secretIn(text: string): string | null {
  for (const pattern of secretValues) {
    const found = pattern.exec(text)
    if (found) return found[0]
  }
  return null
}

/**
 * Returns every field of a JSON schema, or of a JSON value, whose name says that it holds a secret, except
 * booleans.
 */
export function secretFields(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = path === '' ? name : `${path}.${name}`
    return [...(secretNames.test(name) && !isYesOrNo(inner) ? [place] : []), ...secretFields(inner, place)]
  })
}

function isYesOrNo(value: unknown): boolean {
  if (typeof value === 'boolean') return true
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'boolean'
}
