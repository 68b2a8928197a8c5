import type { SupplierFields } from './queries.ts'

/** Returns the addresses of a supplier, each once: the first is where orders usually go. */
export function getAddresses(
  emails: readonly (string | null)[],
): Pick<SupplierFields, 'email' | 'otherEmails'> {
  const byKey = new Map<string, string>()
  for (const email of emails) {
    if (email !== null && !byKey.has(email.toLowerCase())) byKey.set(email.toLowerCase(), email)
  }
  const [email = null, ...otherEmails] = byKey.values()
  return { email, otherEmails }
}
