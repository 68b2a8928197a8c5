/** What access to a provider or an account looks like, whatever the field is called. */
const secretValues = [
  /\bshp(at|ca|pa|rt|ss|tka)_\w{8,}/,
  /\b(sk|rk)_(test|live)_\w+/,
  /\bwhsec_\w+/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  /hooks\.slack\.com\/services\/\w+\/\w+\/\w+/,
  /\$(argon2\w*|2[aby]|scrypt)\$/,
  /-----BEGIN/,
]

/** Names under which such a thing would be sent. */
const secretNames = /token|secret|password|passwd|credential|private_?key|api_?key|hmac|nonce|ciphertext/i

/** The first text that looks like a secret, or null. */
export function secretIn(text: string): string | null {
  for (const pattern of secretValues) {
    const found = pattern.exec(text)
    if (found) return found[0]
  }
  return null
}

/** Every field of a JSON schema, or of a JSON value, whose name says that it holds a secret; yes and no are none. */
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
